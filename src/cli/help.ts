import { COMMANDS } from './commands.ts';

export function generalHelp(): string {
  const rows = Object.entries(COMMANDS).map(([name, { usage, summary }]) => [`${name} ${usage}`.trim(), summary]);
  const width = Math.max(...rows.map(([call = '']) => call.length));
  return [
    'Operator commands of Lastmile.',
    '',
    ...rows.map(([call = '', summary]) => `  ${call.padEnd(width)}  ${summary}`),
    `  ${'help <command>'.padEnd(width)}  More about one of them`,
    '',
    'All but probe work with the database of DATABASE_URL, or with the embedded one of DATA_DIR, beside a running node or without.',
    '',
  ].join('\n');
}

export function helpOf(name: string): string {
  const { usage = '', summary = '', details = [] } = COMMANDS[name] ?? {};
  return [`${name} ${usage}`.trim(), '', `${summary}.`, ...details, ''].join('\n');
}
