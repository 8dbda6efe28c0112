import { COMMANDS } from './commands.ts';

export function generalHelp(): string {
  const rows = Object.entries(COMMANDS).map(([name, { usage, summary }]) => [`${name} ${usage}`.trim(), summary]);
  const width = Math.max(...rows.map(([call = '']) => call.length));
  return [
    'Lastmile operator commands.',
    '',
    ...rows.map(([call = '', summary]) => `  ${call.padEnd(width)}  ${summary}`),
    `  ${'help <command>'.padEnd(width)}  Show more about a command`,
    '',
    'All commands but probe use the database at DATABASE_URL, or the embedded one in DATA_DIR, whether or not a node is running.',
    '',
  ].join('\n');
}

export function helpOf(name: string): string {
  const { usage = '', summary = '', details = [] } = COMMANDS[name] ?? {};
  return [`${name} ${usage}`.trim(), '', `${summary}.`, ...details, ''].join('\n');
}
