import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const FILE = 'dist/.built.json';

/** What each step was last built from: its fingerprint by the name of the step. A step that failed or was broken off has none. */
export class Stamps {
  /** @type {Record<string, string>} */
  #stamps = read();

  /** @param {string} step @param {string} fingerprint */
  has(step, fingerprint) {
    return this.#stamps[step] === fingerprint;
  }

  /** @param {string} step @param {string | undefined} fingerprint undefined: until it is built, it is not */
  set(step, fingerprint) {
    this.#stamps = { ...this.#stamps };
    if (fingerprint === undefined) delete this.#stamps[step];
    else this.#stamps[step] = fingerprint;
    mkdirSync('dist', { recursive: true });
    // In one go: half a file would be no JSON.
    writeFileSync(`${FILE}.${process.pid}`, JSON.stringify(this.#stamps));
    renameSync(`${FILE}.${process.pid}`, FILE);
  }
}

/** @returns {Record<string, string>} */
function read() {
  if (!existsSync(FILE)) return {};
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    return {};
  }
}
