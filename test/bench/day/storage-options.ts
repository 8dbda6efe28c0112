import type pg from 'pg';

/** Parameters of a table's storage, as `radius.session: fillfactor=70, autovacuum_vacuum_scale_factor=0.05` says. */
interface StorageOptions {
  readonly table: string;
  /** `fillfactor=70` … */
  readonly parameters: readonly string[];
}

/** @throws Error for a text that is not of this form */
export function parseStorageOptions(text: string): StorageOptions {
  const [, table, list = ''] = /^\s*([a-z_]+\.[a-z_0-9]+)\s*:\s*(\S.*)$/.exec(text) ?? [];
  const parameters = list.split(',').map((parameter) => parameter.trim());
  if (!table || !parameters.every((parameter) => /^[a-z_.]+\s*=\s*[\w.]+$/.test(parameter)))
    throw new Error(`--set is written as 'radius.session: fillfactor=70', not as '${text}'`);
  return { table, parameters };
}

/** Sets them, for a partitioned table at each partition. A fill factor is for new pages only, so rows are written anew. */
export async function setStorageOptions(pool: pg.Pool, { table, parameters }: StorageOptions): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    'SELECT relid::regclass::text AS name FROM pg_partition_tree($1::regclass) WHERE isleaf',
    [table],
  );
  const leaves = rows.length > 0 ? rows.map(({ name }) => name) : [table];
  for (const leaf of leaves) {
    await pool.query(`ALTER TABLE ${leaf} SET (${parameters.join(', ')})`);
    if (parameters.some((parameter) => parameter.startsWith('fillfactor')))
      await pool.query(`VACUUM FULL ANALYZE ${leaf}`);
  }
}
