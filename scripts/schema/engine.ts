import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import type pg from 'pg';
import { Prisma } from '../../src/db/generated/client.ts';
import { engineAdapter } from './engine-adapter.ts';

/** Prisma's schema engine as WebAssembly, which compares prisma/schema with a database. */
const require = createRequire(import.meta.url);
/** Tables of the migrations themselves, which no program reads through Prisma. */
export const HIDDEN_TABLES = ['public._prisma_migrations', 'public.applied_source'] as const;

const schemaFolder = 'prisma/schema';

/**
 * The SQL that would make the database match prisma/schema; empty if they agree.
 * @param hidden tables that the schema intentionally omits, as `schema.table`
 */
export async function schemaDrift(connection: pg.ClientConfig, hidden: string[]): Promise<string> {
  const files = await schemaFiles();
  const engine = await openEngine(connection, files);
  try {
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: '.' },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: { externalTables: hidden, externalEnums: [] },
    });
    const script = stdout?.trim() ?? '';
    return script === '-- This is an empty migration.' ? '' : script;
  } finally {
    engine.free();
  }
}

/** @throws Error unless the engine has the version of the client, since others may read the schema differently */
export function checkEngineVersion(): void {
  const { version }: { version: string } = JSON.parse(readFileSync(join(enginePackage(), 'package.json'), 'utf8'));
  const { engine } = Prisma.prismaVersion;
  if (version.endsWith(`.${engine}`)) return;
  throw new Error(`@prisma/schema-engine-wasm ${version} is not the engine of @prisma/client, ${engine}`);
}

function enginePackage(): string {
  return join(require.resolve('@prisma/schema-engine-wasm'), '..');
}

async function schemaFiles(): Promise<{ path: string; content: string }[]> {
  const names = (await readdir(schemaFolder)).filter((name) => name.endsWith('.prisma')).sort();
  return Promise.all(
    names.map(async (name) => {
      const path = join(schemaFolder, name);
      return { path, content: await readFile(path, 'utf8') };
    }),
  );
}

async function openEngine(connection: pg.ClientConfig, files: { path: string; content: string }[]) {
  const code = await readFile(join(enginePackage(), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(code, { './schema_engine_bg.js': { ...bindings } });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start?.();
  const adapter = bindMigrationAwareSqlAdapterFactory(engineAdapter(connection));
  const datamodels = files.map(({ path, content }): [string, string] => [path, content]);
  return bindings.SchemaEngine.new({ datamodels }, () => undefined, adapter);
}

declare global {
  /** Part of Node, but declared only in TypeScript's DOM library. */
  namespace WebAssembly {
    function instantiate(
      code: Uint8Array,
      imports: Record<string, Record<string, unknown>>,
    ): Promise<{ instance: { exports: Record<string, () => void> } }>;
  }
}
