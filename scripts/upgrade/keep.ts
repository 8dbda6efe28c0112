import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import { headsOf } from '../../src/areas/installation/audit/chain/heads.ts';
import { sealEvents } from '../../src/areas/installation/audit/chain/seal-events.ts';
import { DATABASES } from '../../src/areas/installation/backup/databases.ts';
import { takeBackup } from '../../src/areas/installation/backup/take.ts';
import { createLog } from '../../src/config/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { LOCAL_NAS } from '../../src/demo/business/equipment.ts';
import { STAFF, STAFF_PASSWORD, SUBSCRIBER_PASSWORD } from '../../src/demo/business/staff.ts';
import { catalogOf } from '../schema/catalog.ts';
import { withClient } from '../schema/scratch.ts';
import { AS_OF, archiveOldMonths, fill, SECRETS_KEY } from './fill.ts';
import type { KeptRelease } from './kept.ts';
import { advanceDaily, serverOf, standings } from './standing.ts';

/** Two month ends later. */
const LATER = new Date('2026-05-05T14:30:00Z');

interface Kept {
  readonly folder: string;
  readonly version: string;
}

/** Fills the migrated database and writes what is kept of it. */
export async function keep(connection: pg.ClientConfig, { folder, version }: Kept): Promise<void> {
  const log = createLog('warn');
  const catalog = await withClient(connection, catalogOf);
  const url = urlOf(connection);
  const db = await openDatabase({ url, log, connections: 3 });
  try {
    const { owner, subscriber } = await fill(db, url);
    while ((await sealEvents(db)) > 0);
    await archiveOldMonths(db);
    const heads = await headsOf(db.pool);
    await pipeline(takeBackup({ db, log }, DATABASES), createWriteStream(join(folder, 'data.sql.gz')));
    await advanceDaily(db, AS_OF, LATER);
    const release: KeptRelease = {
      version,
      server: await serverOf(db),
      asOf: AS_OF.toISOString(),
      secretsKey: SECRETS_KEY,
      owner: { userid: owner.userid, api_key: owner.apiKey, username: STAFF.owner.username },
      password: STAFF_PASSWORD,
      subscriber: { ...subscriber, password: SUBSCRIBER_PASSWORD },
      nas: LOCAL_NAS,
      heads,
      later: { at: LATER.toISOString(), services: await standings(db) },
    };
    await writeFile(join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
    await writeFile(join(folder, 'catalog.txt.gz'), gzipSync(catalog, { level: 9 }));
  } finally {
    await db.close();
  }
}

function urlOf({ host, port, user, password, database }: pg.ClientConfig): string {
  return `postgresql://${user}:${password}@${host}:${port}/${database}`;
}
