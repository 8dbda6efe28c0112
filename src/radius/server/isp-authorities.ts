import { X509Certificate } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { ConfigError } from '../../config/config.ts';
import type { Logger } from '../../config/log.ts';

const POLL_MS = 5_000;

/** The authorities of an ISP, and their revocation lists. */
export interface Authorities {
  readonly ca: Buffer;
  readonly crl?: Buffer;
}

type AuthoritiesByIsp = ReadonlyMap<number, Authorities>;

interface IspAuthoritiesOptions {
  readonly folder: string;
  readonly log: Logger;
  readonly pollMs?: number | undefined;
}

/** `7.pem` is of the ISP 7, `7.crl.pem` are its revocation lists; other files are not read. */
const CA_NAME = /^([1-9]\d{0,8})\.pem$/;
const CRL_NAME = /^[1-9]\d{0,8}\.crl\.pem$/;

/** The authorities that ISPs have of their own, from files of a folder that are read again when they have changed. */
export class IspAuthorities {
  readonly #options: IspAuthoritiesOptions;
  #byIsp: AuthoritiesByIsp;
  #versions: string;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> = Promise.resolve();

  private constructor(options: IspAuthoritiesOptions, byIsp: AuthoritiesByIsp, versions: string) {
    this.#options = options;
    this.#byIsp = byIsp;
    this.#versions = versions;
  }

  /** @throws ConfigError that names the file */
  static async read(options: IspAuthoritiesOptions): Promise<IspAuthorities> {
    const versions = await versionsIn(options.folder);
    return new IspAuthorities(options, await readAll(options.folder), versions);
  }

  /** Undefined: the ISP has none of its own. */
  of(ispId: number): Authorities | undefined {
    return this.#byIsp.get(ispId);
  }

  /** Files that cannot be used are reported once, and all of the old ones stay in use. */
  watch(changed: () => void): void {
    this.#timer = setInterval(() => {
      this.#checking = this.#checking.then(() => this.#check(changed));
    }, this.#options.pollMs ?? POLL_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#checking;
  }

  async #check(changed: () => void): Promise<void> {
    const { folder, log } = this.#options;
    try {
      const versions = await versionsIn(folder);
      if (versions === this.#versions) return;
      this.#versions = versions;
      this.#byIsp = await readAll(folder);
      changed();
      log.info({ isps: [...this.#byIsp.keys()] }, 'read the EAP-TLS authorities of ISPs again');
    } catch (err) {
      log.error({ err }, 'cannot use the changed EAP-TLS authorities of ISPs; the old ones stay in use');
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => CA_NAME.test(name) || CRL_NAME.test(name)).sort();
  } catch (error) {
    throw unreadable(folder, error);
  }
}

async function versionsIn(folder: string): Promise<string> {
  const names = await namesIn(folder).catch(() => []);
  const versions = names.map(async (name) => {
    const { mtimeMs, size, ino } = await stat(join(folder, name)).catch(() => ({ mtimeMs: 0, size: 0, ino: 0 }));
    return `${name} ${mtimeMs} ${size} ${ino}`;
  });
  return (await Promise.all(versions)).join();
}

async function readAll(folder: string): Promise<AuthoritiesByIsp> {
  const names = await namesIn(folder);
  const byIsp = new Map<number, Authorities>();
  for (const name of names) {
    const isp = CA_NAME.exec(name)?.[1];
    if (isp === undefined) continue;
    const list = `${isp}.crl.pem`;
    byIsp.set(Number(isp), await readOne(join(folder, name), names.includes(list) ? join(folder, list) : undefined));
  }
  return byIsp;
}

async function readOne(caPath: string, crlPath: string | undefined): Promise<Authorities> {
  const read = (path: string) =>
    readFile(path).catch((error: unknown) => {
      throw unreadable(path, error);
    });
  const ca = await read(caPath);
  const authorities = crlPath === undefined ? { ca } : { ca, crl: await read(crlPath) };
  try {
    new X509Certificate(ca);
    createSecureContext(authorities);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`EAP_CA_FOLDER: cannot use ${crlPath ?? caPath}: ${reason}.`]);
  }
  return authorities;
}

function unreadable(path: string, error: unknown): ConfigError {
  const code = error instanceof Error && 'code' in error ? error.code : error;
  return new ConfigError([`EAP_CA_FOLDER: cannot read ${path} (${code}).`]);
}
