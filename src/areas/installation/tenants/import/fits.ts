import type pg from 'pg';
import type { SecretsKeys } from '../../../../config/secrets-keys.ts';
import { markOf } from '../../../../db/check-secrets-key.ts';
import { installationNumberOf, MAX_INSTALLATIONS } from '../../../../db/installation-number.ts';
import { query, sql } from '../../../../db/sql.ts';
import { appliedMigrations, tablesOf } from '../../backup/catalog.ts';
import { DATABASES } from '../../backup/databases.ts';
import { BackupError } from '../../backup/error.ts';
import { type Header, keyOf, type Table, type TenantFacts } from '../../backup/format.ts';
import type { BackupContents } from '../../backup/restore/backup-file.ts';
import type { Resealing } from '../../secrets/reseal.ts';
import { type Removal, removalOf } from '../removals.ts';
import { movingTables } from '../tenancy.ts';

interface Keys {
  readonly secretsKeys: SecretsKeys;
  readonly sourceKeys?: SecretsKeys | undefined;
}

/**
 * Checks that the file can be loaded here, before anything is written.
 * @returns what the file says of the ISP; `reseals` if its secrets are sealed with another key; `removal` if it left with this file
 * @throws BackupError
 */
export async function refuseUnlessFits(
  client: pg.Client,
  contents: BackupContents,
  keys: Keys,
): Promise<{ tenant: TenantFacts; reseals: Resealing | undefined; removal: Removal | undefined }> {
  const { file, header } = contents;
  const { tenant } = header;
  if (!tenant) throw new BackupError(`${file} is a backup of whole databases. Load it with restore.`);
  await refuseOtherVersion(client, file, header);
  await refuseTaken(client, tenant);
  const removal = await removalOf(client, tenant.id);
  // What left with this very file comes back: its ids were given out here, and to nobody since.
  const returns = removal?.fileSha256 === contents.sha256;
  if (!returns) await refuseSameCell(client, contents, { tenant, removal });
  return { tenant, reseals: resealsOf(tenant, keys), removal: returns ? removal : undefined };
}

/** The same migrations make the same tables, and the names in the file become SQL. */
async function refuseOtherVersion(client: pg.Client, file: string, header: Header): Promise<void> {
  const other = new BackupError(
    `${file} was written by Lastmile ${header.version} with another schema. Bring both installations to the same version.`,
  );
  const [history] = await query<{ found: boolean }>(
    client,
    sql`SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS found`,
  );
  if (!history?.found) throw new BackupError('The database has no tables yet. Run migrate first.');
  if (JSON.stringify(await appliedMigrations(client)) !== JSON.stringify(header.migrations)) throw other;
  const spelled = (tables: readonly Table[]) =>
    JSON.stringify(tables.map((table) => [keyOf(table), [...table.columns].sort()]).sort());
  if (spelled(movingTables(await tablesOf(client, DATABASES))) !== spelled(header.tables))
    throw new BackupError(`${file} does not hold the tables that its migrations create.`);
}

async function refuseSameCell(
  client: pg.Client,
  { file }: BackupContents,
  { tenant: { cell, code }, removal }: { tenant: TenantFacts; removal: Removal | undefined },
): Promise<void> {
  const here = await installationNumberOf(client);
  if (here === null)
    throw new BackupError(
      `This installation has no number yet, so its ids may clash with other installations. Run cell number <0 to ${MAX_INSTALLATIONS - 1}> first.`,
    );
  if (here !== cell) return;
  if (removal === undefined)
    throw new BackupError(`The file comes from an installation with the same number as this one, ${here}.`);
  // An older file lacks ids and invoice numbers that were given out after it, and they would come again.
  throw new BackupError(
    `${file} is not the file that ${code} was removed with on ${dayOf(removal.removedAt)}. Import that one.`,
  );
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

async function refuseTaken(client: pg.Client, { id, code }: TenantFacts): Promise<void> {
  const [taken] = await query<{ id: number; code: string }>(
    client,
    sql`SELECT id, code FROM crm.isp WHERE id = ${id} OR (code = ${code} AND deleted_at IS NULL) LIMIT 1`,
  );
  if (!taken) return;
  throw new BackupError(
    taken.id === id
      ? `This installation already has an ISP ${id}, ${taken.code}.`
      : `This installation already has an ISP with the code ${code}. Change one of the two codes.`,
  );
}

function resealsOf({ secrets_key: mark }: TenantFacts, { secretsKeys, sourceKeys }: Keys): Resealing | undefined {
  const from = sourceKeys ?? secretsKeys;
  if (mark !== null && !from.all.some((key) => markOf(key) === mark))
    throw new BackupError(
      sourceKeys
        ? '--secrets-key-file: the secrets of the file are sealed with another key.'
        : 'The secrets of the file are sealed with the key of the installation it comes from. Give that key with --secrets-key-file.',
    );
  return markOf(secretsKeys.current) === mark ? undefined : { from, to: secretsKeys };
}
