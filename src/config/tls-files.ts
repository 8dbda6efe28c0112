import { resolve } from 'node:path';

/** Absolute paths of PEM files, which are read again when they change. */
export interface TlsFiles {
  /** The certificate of the node, followed by those between it and the root. */
  readonly cert: string;
  readonly key: string;
  /** The authorities that vouch for the names of peers. */
  readonly ca: string | undefined;
  /** Revocation lists, one of each authority. */
  readonly crl: string | undefined;
}

interface Names {
  readonly cert: string;
  readonly key: string;
  readonly ca: string | undefined;
  readonly crl: string | undefined;
}

export function tlsFiles({ cert, key, ca, crl }: Names): TlsFiles {
  const path = (name: string | undefined) => (name === undefined ? undefined : resolve(name));
  return Object.freeze({ cert: resolve(cert), key: resolve(key), ca: path(ca), crl: path(crl) });
}
