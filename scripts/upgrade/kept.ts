import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Standing } from './standing.ts';

/** The folder of what is kept of each release, to upgrade from. */
export const KEPT = 'test/upgrade';

/** What `release.json` of a release says, beside `data.sql.gz`, a backup, and `catalog.txt.gz`, its schema. */
export interface KeptRelease {
  readonly version: string;
  /** Major version of the PostgreSQL that printed `catalog.txt.gz`; others print some definitions differently. */
  readonly server: number;
  /** The moment of the data, in ISO 8601. */
  readonly asOf: string;
  /** 64 hex digits, of this data only. */
  readonly secretsKey: string;
  readonly owner: { readonly userid: number; readonly api_key: string; readonly username: string };
  /** The password of every login user. */
  readonly password: string;
  /** One whose service has access, and is bound to the MAC address; and the NAS to log in at. */
  readonly subscriber: { readonly username: string; readonly password: string; readonly mac: string };
  readonly nas: { readonly ip: string; readonly secret: string };
  /** The heads of the audit, as `audit head` prints them. */
  readonly heads: readonly unknown[];
  /** What the billing run of that release makes of every service up to this moment. */
  readonly later: { readonly at: string; readonly services: readonly Standing[] };
}

/** The releases that upgrades are tested from, by their folders. */
export async function keptReleases(root: string): Promise<{ folder: string; release: KeptRelease }[]> {
  const names = (await readdir(join(root, KEPT), { withFileTypes: true })).filter((each) => each.isDirectory());
  return Promise.all(
    names.map(async ({ name }) => {
      const folder = join(root, KEPT, name);
      return { folder, release: JSON.parse(await readFile(join(folder, 'release.json'), 'utf8')) };
    }),
  );
}
