import { access } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { findTenant } from '../areas/installation/tenants/find-tenant.ts';
import { loadSecretsKeys } from '../config/secrets-key.ts';
import { systemClock } from '../core/clock.ts';
import type { Database } from '../db/database.ts';
import { query, sql } from '../db/sql.ts';
import { SPLYNX, USER_MANAGER } from '../moving/csv/foreign-formats.ts';
import { foreignSource } from '../moving/csv/foreign-source.ts';
import { ownSource } from '../moving/csv/own-source.ts';
import { radiusSource } from '../moving/freeradius/source.ts';
import { RadiusTables, TABLES } from '../moving/freeradius/tables.ts';
import { importIsp } from '../moving/import-isp.ts';
import { type Mapping, readMapping } from '../moving/mapping.ts';
import type { Source } from '../moving/source-row.ts';
import { readDump } from '../moving/sql-dump/dump.ts';
import type { Dialect } from '../moving/sql-dump/tokens.ts';
import { textBlocks } from '../moving/text-blocks.ts';
import { sessionAnnouncement } from '../radius/state/sessions/announcement.ts';
import { type Command, type CommandInput, type Terminal, UsageError } from './command.ts';
import { progressOn } from './progress.ts';
import { auditCommand, withDatabase } from './running.ts';

const FORMATS = ['csv', 'freeradius-mysql', 'freeradius-postgresql', 'splynx', 'user-manager'] as const;
type Format = (typeof FORMATS)[number];

export const importCommand: Command = {
  usage:
    '--isp <isp> --format <format> --report <file> [--file <file> --dir <folder> --reseller <r> --source <name> --mapping <file> --dry-run]',
  summary: 'Import the subscribers of another system into an ISP',
  details: [
    `--format: ${FORMATS.join(', ')}. docs/operate/moving-in.md says how to make the files and which fields are imported.`,
    '--file: a dump of FreeRADIUS (and daloRADIUS) by mysqldump or pg_dump, or the CSV of User Manager. --dir: the folder with the',
    'CSV files of this program, or customers.csv and services.csv of Splynx.',
    '--report: a new CSV file with the result of every row and its reason. It holds any new passwords; keep it safe.',
    '--source: a name for the old system, so that repeating the import adds nothing; default: the format.',
    '--reseller: the owner of the imported records.',
    '--mapping: JSON that maps groups to plans and gives defaults for values missing from the source.',
    '--dry-run: writes the same report and changes nothing. Other changes to the ISP wait while it runs.',
    'You may interrupt and repeat it. Exit code 0 even if rows were refused; the last lines say how many.',
  ],
  takes: { min: 0, max: 0 },
  options: {
    ...{
      isp: { type: 'string' },
      reseller: { type: 'string' },
      source: { type: 'string' },
      format: { type: 'string' },
    },
    ...{ file: { type: 'string' }, dir: { type: 'string' }, report: { type: 'string' }, mapping: { type: 'string' } },
    'dry-run': { type: 'boolean' },
  },
  async run(terminal, { options }) {
    const { isp, format, report, path } = required(options);
    const { config, log, say } = terminal;
    const text = (name: string) => (typeof options[name] === 'string' ? options[name] : undefined);
    const mapping = await readMapping(text('mapping'));
    const secretsKeys = await loadSecretsKeys(config, log);
    const dryRun = options['dry-run'] === true;
    const progress = progressOn(terminal);
    const tally = await withDatabase({ ...config, migrated: true }, log, async (db) => {
      const source = await readSource(terminal, { db, isp, format, path, mapping });
      const environment = { db, config, clock: systemClock, secretsKeys };
      return importIsp(environment, () => source, {
        ...{ isp, report, dryRun, mapping, progress: progress.show },
        ...{ reseller: text('reseller'), source: text('source') ?? format, sessionMessages: sessionAnnouncement },
        beginAudit: (tx) => auditCommand(tx, { procedure: 'cli.import', target: `isp=${isp}` }),
      });
    }).finally(progress.end);
    if (dryRun) say('Dry run: nothing was changed.');
    say(
      `${tally.imported} ${dryRun ? 'would be imported' : 'imported'}, ${tally.present} already present, ${tally.refused} refused, ${tally.omitted} left out.`,
    );
    say(`See ${report} for the result of each row.`);
  },
};

function required(options: CommandInput['options']): { isp: string; format: Format; report: string; path: string } {
  const { isp, format, report, file, dir, source } = options;
  if (typeof isp !== 'string') throw new UsageError('--isp is required: give the id or the code of the ISP');
  const known = FORMATS.find((each) => each === format);
  if (known === undefined) throw new UsageError(`--format must be one of ${FORMATS.join(', ')}`);
  if (typeof report !== 'string') throw new UsageError('--report is required: name a new CSV file');
  if (typeof source === 'string' && !/^[\w.-]{1,64}$/.test(source))
    throw new UsageError('--source must be 1 to 64 letters, digits, dots, underscores or hyphens');
  const [wanted, other] = known === 'csv' || known === 'splynx' ? ([dir, file] as const) : ([file, dir] as const);
  if (typeof wanted !== 'string' || other !== undefined)
    throw new UsageError(
      known === 'csv' || known === 'splynx'
        ? `--format ${known} needs --dir, the folder with the CSV files, and no --file`
        : `--format ${known} needs --file and no --dir`,
    );
  return { isp, format: known, report, path: wanted };
}

interface Wanted {
  readonly db: Database;
  readonly isp: string;
  readonly format: Format;
  readonly path: string;
  readonly mapping: Mapping;
}

async function readSource(terminal: Terminal, { db, isp, format, path, mapping }: Wanted): Promise<Source> {
  if (format === 'csv') return ownSource(path, mapping);
  if (format === 'splynx') {
    const [customers, services] = ['customers.csv', 'services.csv'].map((file) => join(path, file)) as [string, string];
    for (const file of [customers, services]) await readable(file);
    return foreignSource(SPLYNX, { customers, services }, mapping);
  }
  await readable(path);
  if (format === 'user-manager') return foreignSource(USER_MANAGER, { customers: path, services: path }, mapping);
  const { id } = await findTenant(db.pool, isp);
  const [setting] = await query<{ zone: string }>(
    db.pool,
    sql`SELECT timezone AS zone FROM crm.isp_setting WHERE isp_id = ${id}`,
  );
  const tables = await readTables(textBlocks(path, mapping.encoding), {
    name: basename(path),
    dialect: format === 'freeradius-mysql' ? 'mysql' : 'postgresql',
  });
  const { accounts, groups, sessions, endedSessions } = tables;
  terminal.say(
    `Read ${accounts.size} users, ${groups.size} groups, ${tables.nases.length} NASes, ${sessions.length} open sessions; left out ${endedSessions} ended sessions.`,
  );
  return radiusSource(tables, { mapping, zone: setting?.zone ?? 'UTC' });
}

/** The whole dump is read before anything is changed: one that is not complete imports nothing. */
async function readTables(
  blocks: AsyncIterable<Buffer>,
  { name, dialect }: { readonly name: string; readonly dialect: Dialect },
): Promise<RadiusTables> {
  const tables = new RadiusTables();
  for await (const row of readDump({ name, blocks }, dialect, (table) => TABLES.has(table))) tables.add(row);
  return tables;
}

async function readable(file: string): Promise<void> {
  await access(file).catch((error: Error) => {
    throw new UsageError(`Cannot read ${file}: ${error.message}`);
  });
}
