import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { ConfigError } from '../../config/config.ts';
import type { Logger } from '../../config/log.ts';
import type { TlsFiles } from '../../config/tls-files.ts';

/** Reports of changed files are not reliable on every file system. */
const POLL_MS = 5_000;

export type Contents = Pick<SecureContextOptions, 'cert' | 'key' | 'ca' | 'crl'>;

/** The certificate of the node and those it trusts, from files that are read again when they have changed. */
export class TlsCredentials {
  readonly #files: TlsFiles;
  readonly #log: Logger;
  readonly #use: TlsUse;
  readonly #pollMs: number;
  #contents: Contents;
  #versions: string;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> = Promise.resolve();

  private constructor({ files, log, pollMs, use }: TlsCredentialsOptions, contents: Contents, versions: string) {
    this.#files = files;
    this.#log = log;
    this.#use = use;
    this.#pollMs = pollMs ?? POLL_MS;
    this.#contents = contents;
    this.#versions = versions;
  }

  /** @throws ConfigError that names the file */
  static async read(options: TlsCredentialsOptions): Promise<TlsCredentials> {
    const versions = await versionsOf(options.files);
    return new TlsCredentials(options, await readAll(options), versions);
  }

  get contents(): Contents {
    return this.#contents;
  }

  /** When the certificate of the node expires, in milliseconds. */
  get expiresAt(): number {
    return Date.parse(new X509Certificate(String(this.#contents.cert)).validTo);
  }

  /** Calls `changed` with new contents. Files that cannot be used are reported once, and the old ones stay in use. */
  watch(changed: (contents: Contents) => void): void {
    this.#timer = setInterval(() => {
      this.#checking = this.#checking.then(() => this.#check(changed));
    }, this.#pollMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#checking;
  }

  async #check(changed: (contents: Contents) => void): Promise<void> {
    // Before they are read, so that a change meanwhile is seen the next time.
    const versions = await versionsOf(this.#files);
    if (versions === this.#versions) return;
    this.#versions = versions;
    try {
      this.#contents = await readAll({ files: this.#files, use: this.#use });
      changed(this.#contents);
      this.#log.info({ expires: new Date(this.expiresAt) }, `read the certificates of ${NAMES[this.#use]} again`);
    } catch (err) {
      this.#log.error({ err }, `cannot use the changed certificates of ${NAMES[this.#use]}; the old ones stay in use`);
    }
  }
}

/** The prefix of the variables with the paths. */
export type TlsUse = 'RADSEC' | 'EAP';

const NAMES: Readonly<Record<TlsUse, string>> = { RADSEC: 'RadSec', EAP: 'EAP' };

interface TlsCredentialsOptions {
  readonly use: TlsUse;
  readonly files: TlsFiles;
  readonly log: Logger;
  readonly pollMs?: number | undefined;
}

async function versionsOf(files: TlsFiles): Promise<string> {
  const paths = [files.cert, files.key, files.ca, files.crl];
  const versions = paths.map(async (path) => {
    if (path === undefined) return '';
    const { mtimeMs, size, ino } = await stat(path).catch(() => ({ mtimeMs: 0, size: 0, ino: 0 }));
    return `${mtimeMs} ${size} ${ino}`;
  });
  return (await Promise.all(versions)).join();
}

async function readAll({ files, use }: Pick<TlsCredentialsOptions, 'files' | 'use'>): Promise<Contents> {
  const read = async (name: keyof TlsFiles) => {
    const path = files[name];
    try {
      return path === undefined ? undefined : await readFile(path);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : error;
      throw new ConfigError([`${use}_${name.toUpperCase()}: cannot read ${path} (${code}).`]);
    }
  };
  const [cert, key, ca, crl] = await Promise.all([read('cert'), read('key'), read('ca'), read('crl')]);
  // An empty list, or Node would trust the authorities of the web.
  const contents = { cert, key, ca: ca ?? [], ...(crl ? { crl } : {}) };
  try {
    createSecureContext(contents);
    new X509Certificate(cert ?? '');
    if (ca) new X509Certificate(ca);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`Cannot use the files of ${use}_CERT, ${use}_KEY, ${use}_CA and ${use}_CRL: ${reason}.`]);
  }
  return contents;
}
