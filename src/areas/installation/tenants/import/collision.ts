import pg from 'pg';
import { BackupError } from '../../backup/error.ts';
import { keyOf, type Table } from '../../backup/format.ts';

const UNIQUE = '23505';
const EXCLUSION = '23P01';

/** Of a NAS or a RADIUS proxy. */
export const addressTaken = (ip: string): string =>
  `This installation already has a NAS or RADIUS proxy with the address ${ip}, and only one ISP can have it.`;

/** Of a NAS or a RADIUS proxy that connects by RadSec. */
export const identityTaken = (identity: string): string =>
  `This installation already has a NAS or RADIUS proxy with the TLS identity ${identity}, and only one ISP can have it.`;

/** What must be unique in an installation, by its index. */
const NAMES: Readonly<Record<string, (value: string) => string>> = {
  isp_code_key: (code) => `This installation already has an ISP with the code ${code}. Change one of the two codes.`,
  login_user_username_key: (name) => `This installation already has a login user ${name}. Rename one of the two.`,
  nas_ip_key: addressTaken,
  proxy_ip_key: addressTaken,
  nas_tls_identity_key: identityTaken,
  proxy_tls_identity_key: identityTaken,
  api_key_digest_key: () => 'An API key in the file is already in use here. Issue a new one before the export.',
};

/** One sentence for a row that cannot be here. Other errors stay what they are. */
export function asCollision(error: unknown, table: Table): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const { code = '', constraint = '', detail = '' } = error;
  if (code === UNIQUE || code === EXCLUSION) {
    const value = /=\((.*)\) (?:already exists|conflicts)/.exec(detail)?.[1] ?? '';
    const name = Object.hasOwn(NAMES, constraint) ? NAMES[constraint] : undefined;
    return new BackupError(
      name ? name(value) : `Ids or keys of ${keyOf(table)} are already used here: ${detail.replace(/\.$/, '')}.`,
    );
  }
  // A value that no program of ours writes: class 22, and what NOT NULL and CHECK refuse.
  if (code.startsWith('22') || code === '23514' || code === '23502')
    return new BackupError(`The rows of ${keyOf(table)} are not valid: ${error.message}.`);
  return error;
}
