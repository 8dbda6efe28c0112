import type { RouterOsVersion, Tables } from './tables.ts';

/** The words of a sentence, but for the tag. */
type Words = readonly string[];

const TRAP: Words[] = [['!trap', '=category=0', '=message=no such command'], ['!done']];

/** The sentences that answer a command, in order; those of a command that goes on until `/cancel` lack `!done`. */
export function answerTo(command: Words, version: RouterOsVersion, tables: Tables): Words[] {
  const [path = ''] = command;
  const argument = (name: string) => command.find((word) => word.startsWith(`=${name}=`))?.slice(name.length + 2);
  if (path === '/ping') return pings(argument('address') ?? '', Number(argument('count')), version);
  if (path === '/tool/traceroute') return hops(argument('address') ?? '');
  if (path === '/interface/monitor-traffic') return trafficOf(argument('interface') ?? '', tables);
  const table = path.endsWith('/print') ? tables.get(path.slice(0, -'/print'.length)) : undefined;
  if (!table) return TRAP;
  const wanted = argument('.proplist')?.split(',');
  const found = table.filter((row) => command.every((word) => !word.startsWith('?') || matches(row, word)));
  if (found.length === 0 && version === '7.20') return [['!empty'], ['!done']];
  return [...found.map((row) => rowWords(row, wanted)), ['!done']];
}

function matches(row: Record<string, string>, query: string): boolean {
  const [name = '', value = ''] = query.slice(1).split('=');
  return row[name] === value;
}

const rowWords = (row: Record<string, string>, wanted: readonly string[] | undefined): Words => [
  '!re',
  ...Object.entries(row)
    .filter(([name]) => wanted?.includes(name) ?? true)
    .map(([name, value]) => `=${name}=${value}`),
];

/** An address that ends in `.254` does not answer; that of `.253` is silent after the first. */
function pings(address: string, count: number, version: RouterOsVersion): Words[] {
  const time = version === '6.49' ? '1ms' : '1ms234us';
  const rows = Array.from({ length: count }, (_, at): Words => {
    const sent = [`=seq=${at}`, `=host=${address}`];
    const summary = [`=sent=${at + 1}`, `=received=${address.endsWith('.254') ? 0 : at + 1}`];
    if (address.endsWith('.254')) return ['!re', ...sent, '=status=timeout', ...summary, '=packet-loss=100'];
    const rtts = [`=min-rtt=${time}`, `=avg-rtt=${time}`, `=max-rtt=${time}`];
    return ['!re', ...sent, '=size=56', '=ttl=64', `=time=${time}`, ...summary, '=packet-loss=0', ...rtts];
  });
  return address.endsWith('.253') ? rows.slice(0, 1) : [...rows, ['!done']];
}

/** The rates that the row of the interface has in the table; RouterOS has them in a command of their own. */
function trafficOf(name: string, tables: Tables): Words[] {
  const row = tables.get('/interface')?.find((each) => each.name === name);
  if (!row) return [['!trap', '=message=input does not match any value of interface'], ['!done']];
  return [rowWords(row, ['name', 'rx-bits-per-second', 'tx-bits-per-second']), ['!done']];
}

/** Each hop as it becomes known, in sections that repeat the hops before it. */
function hops(address: string): Words[] {
  const gateway = ['=address=100.64.0.1', '=loss=0', '=sent=1', '=last=0.4', '=avg=0.4', '=best=0.4', '=worst=0.4'];
  const last = [`=address=${address}`, '=loss=0', '=sent=1', '=last=2.1', '=avg=2.1', '=best=2.1', '=worst=2.1'];
  return [
    ['!re', '=.section=0', ...gateway],
    ['!re', '=.section=1', ...gateway],
    ['!re', '=.section=1', '=address=', '=loss=100', '=sent=1', '=last=timeout'],
    ['!re', '=.section=1', ...last],
    ['!done'],
  ];
}
