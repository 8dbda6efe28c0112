import pg from 'pg';
import { z } from 'zod';
import { DATABASES } from './databases.ts';

/**
 * The lines of a backup (README.md), written and parsed. It is a psql script, so that it can be read and loaded without this
 * program; this program itself relies on the JSON lines only.
 */
const FORMAT = 1;
/** `backup`: whole schemas, for `restore`. `tenant`: the rows of one ISP, for `tenant import`. */
export type FileKind = 'backup' | 'tenant';
export const firstLine = (kind: FileKind): string => `-- Lastmile ${kind}, format ${FORMAT}`;
export const FIRST_LINE_OF_ANY = /^-- Lastmile (backup|tenant), format (\d+)$/;
export const ENCODING_LINE = `SET client_encoding = 'UTF8';`;
export const END_OF_ROWS = '\\.';
const SEAL = /^-- sha256 ([0-9a-f]{64})$/;

const table = z.object({
  schema: z.enum(DATABASES),
  name: z.string().min(1),
  columns: z.array(z.string().min(1)).min(1),
});
export type Table = z.output<typeof table>;

/** What the file of a tenant says about it. */
const tenant = z.object({
  id: z.int().positive(),
  code: z.string(),
  name: z.string(),
  /** Number of the installation that it was exported from; null if that has none. */
  cell: z.int().min(0).nullable(),
  /** Check value of the key that its secrets are sealed with; null if there are none. */
  secrets_key: z.string().nullable(),
});
export type TenantFacts = z.output<typeof tenant>;

export const headerSchema = z.object({
  /** Only in the file of a tenant. */
  tenant: tenant.optional(),
  /** Version of the program. */
  version: z.string(),
  databases: z.array(z.enum(DATABASES)).min(1),
  /** Of the server and of its database, for the reader only. */
  server: z.string(),
  database: z.string(),
  /** The moment of the snapshot. */
  taken_at: z.iso.datetime(),
  /** The migrations that create the tables; the tables themselves are not in the file. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** Months (`2026-11`) that have a partition of their own, by `schema.table`. */
  partitions: z.record(z.string(), z.array(z.string().regex(/^\d{4}-\d{2}$/))),
  /** The sections of the file, in order. */
  tables: z.array(table),
});
export type Header = z.output<typeof headerSchema>;

export const trailerSchema = z.object({
  /** Row counts of the sections, by `schema.table`. */
  rows: z.record(z.string(), z.int().min(0)),
  /** Last value of every sequence that was used, by `schema.sequence`. */
  sequences: z.record(z.string(), z.string().regex(/^\d+$/)),
});
export type Trailer = z.output<typeof trailerSchema>;

export const jsonLine = (value: Header | Trailer): string => `-- ${JSON.stringify(value)}`;
export const sealLine = (sha256: string): string => `-- sha256 ${sha256}`;
export const sealOf = (line: string): string | undefined => SEAL.exec(line)?.[1];

/** The content of a `-- {…}` line; undefined if it does not match the schema. */
export function fromJsonLine<T>(schema: z.ZodType<T>, line: string | undefined): T | undefined {
  if (!line?.startsWith('-- {')) return undefined;
  try {
    return schema.safeParse(JSON.parse(line.slice(3))).data;
  } catch {
    return undefined;
  }
}

export const kindOf = ({ tenant }: Header): FileKind => (tenant ? 'tenant' : 'backup');
export const keyOf = ({ schema, name }: { schema: string; name: string }): string => `${schema}.${name}`;
export const quoted = ({ schema, name }: { schema: string; name: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
export const columnList = ({ columns }: Pick<Table, 'columns'>): string => columns.map(pg.escapeIdentifier).join(', ');

/** The first line of a section, which is also the statement that loads its rows. */
export const copyLine = (of: Table): string => `COPY ${quoted(of)} (${columnList(of)}) FROM stdin;`;

export function setvalLine(sequence: string, value: string): string {
  const [schema = '', name = ''] = sequence.split('.');
  return `SELECT pg_catalog.setval(${pg.escapeLiteral(quoted({ schema, name }))}, ${value});`;
}
