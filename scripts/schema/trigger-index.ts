import { readFile } from 'node:fs/promises';
import { type Source, WATCH_TRIGGERS } from '../../src/db/migrate/sources.ts';

const INTRODUCTION = `# Triggers

What the database does by itself when a row changes, by table. Each file here is of one purpose, so that a rule that holds for many tables is read in one place. How to change one is in [CONTRIBUTING](../../CONTRIBUTING.md), under “A function or a trigger”; why it is so in [decision 72](../../docs/decisions/0072-functions-and-triggers-are-source.md).

\`npm run check:schema -- --update\` writes this page from the files: “what for” is the comment above the statement, or the first sentence of the file.
`;

/** The page of all triggers: table, when, what for. */
export async function triggerIndex(sources: readonly Source[]): Promise<string> {
  const rows = await Promise.all(sources.filter(({ kind }) => kind !== 'function').map(rowOf));
  const byTable = rows.sort((a, b) => (`${a.table} ${a.trigger}` < `${b.table} ${b.trigger}` ? -1 : 1));
  const lines: string[] = [];
  let table = '';
  for (const row of byTable) {
    if (row.table !== table) lines.push('', `## ${row.table}`, '', '| Trigger | When | What for |', '|---|---|---|');
    table = row.table;
    lines.push(`| [\`${row.trigger}\`](${row.file}) | ${row.when} | ${row.purpose} |`);
  }
  return `${INTRODUCTION}${lines.join('\n')}\n`;
}

interface Row {
  readonly table: string;
  readonly trigger: string;
  readonly file: string;
  readonly when: string;
  readonly purpose: string;
}

async function rowOf({ kind, name, file, script }: Source): Promise<Row> {
  const statement = script.replace(/^drop trigger .*\n/, '');
  const text = (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
  const [, schema = '', table = '', trigger = WATCH_TRIGGERS.join('`, `')] =
    /^\w+ (\w+)\.(\w+)(?:\.(\w+))?$/.exec(name) ?? [];
  return {
    table: `${schema}.${table}`,
    trigger,
    file: file.replace('prisma/triggers/', ''),
    when: kind === 'watch' ? whenWatched(statement) : whenOf(statement),
    purpose: purposeOf(text, statement),
  };
}

function whenOf(statement: string): string {
  const [, when = ''] = /\btrigger\s+\w+\s+((?:before|after)\b.*?)\s+on\s/is.exec(statement) ?? [];
  const each = /for\s+each\s+statement/i.test(statement) ? ', by statement' : '';
  const deferred = /initially\s+deferred/i.test(statement) ? ', at the commit' : '';
  const condition = /\bwhen\s*\(/i.test(statement) ? ', on a condition' : '';
  return when.replaceAll(/\s+/g, ' ').toLowerCase() + condition + deferred + each;
}

/** Its arguments: table, subject, id, key, columns. */
function whenWatched(statement: string): string {
  const columns = [...statement.matchAll(/'(\w[\w.]*)'/g)].slice(4).map(([, column]) => column);
  return `after insert or delete or update${columns.length > 0 ? ` of ${columns.join(', ')}` : ''}, by statement`;
}

function purposeOf(text: string, statement: string): string {
  const above = /(?:(?<=^|\n)--.*\n)+$/.exec(text.slice(0, text.indexOf(statement)))?.[0];
  return above ? sentenceOf(above) : sentenceOf(text.split('\n\n')[0] ?? '').replace(/(?<=\.) .*$/, '');
}

const sentenceOf = (comment: string): string =>
  comment.replaceAll(/^-- ?/gm, '').replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();
