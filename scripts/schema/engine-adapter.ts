import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  type ColumnType,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

/**
 * Prisma's adapter for `pg`, fixed for the schema engine. Prisma's own (1) does not know the type "char" of the system
 * catalogs, (2) splits scripts at every semicolon, even inside functions, (3) uses the main database as the shadow database
 * if it got an address, (4) drops the shadow database while still connected to it.
 */
export function engineAdapter(connection: pg.ClientConfig): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: 'postgres',
    adapterName: 'lastmile-schema-check',
    connect: async () => fixed(await new PrismaPg(connection).connect()),
    connectToShadowDb: () => openShadow(connection),
  };
}

async function openShadow(connection: pg.ClientConfig): Promise<SqlDriverAdapter> {
  const database = `shadow_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client(connection);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${database}`);
  const adapter = fixed(await new PrismaPg({ ...connection, database }).connect());
  const close = adapter.dispose.bind(adapter);
  adapter.dispose = async () => {
    await close();
    await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
    await admin.end();
  };
  return adapter;
}

function fixed(adapter: Adapter): Adapter {
  const pool = adapter.underlyingDriver();
  const query = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (statement) => {
    try {
      return await query(statement);
    } catch (error) {
      if (!(error instanceof DriverAdapterError) || error.cause.kind !== 'UnsupportedNativeDataType') throw error;
      return catalogQuery(pool, statement);
    }
  };
  adapter.executeScript = async (script) => {
    await pool.query(script);
  };
  return adapter;
}

/** Types of the system catalogs' columns, by OID. */
const CATALOG_TYPES: Readonly<Record<number, ColumnType>> = {
  16: ColumnTypeEnum.Boolean,
  18: ColumnTypeEnum.Character,
  19: ColumnTypeEnum.Text,
  20: ColumnTypeEnum.Int64,
  21: ColumnTypeEnum.Int32,
  23: ColumnTypeEnum.Int32,
  25: ColumnTypeEnum.Text,
  26: ColumnTypeEnum.Int64,
  1003: ColumnTypeEnum.TextArray,
  1005: ColumnTypeEnum.Int32Array,
  1007: ColumnTypeEnum.Int32Array,
  1009: ColumnTypeEnum.TextArray,
};

async function catalogQuery(pool: pg.Pool, { sql, args }: SqlQuery): Promise<SqlResultSet> {
  const { fields, rows } = await pool.query<unknown[]>({ text: sql, values: args, rowMode: 'array' });
  return {
    columnNames: fields.map(({ name }) => name),
    columnTypes: fields.map(({ dataTypeID }) => CATALOG_TYPES[dataTypeID] ?? ColumnTypeEnum.Text),
    rows,
  };
}
