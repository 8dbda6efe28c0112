import { parseArgs } from 'node:util';
import { openWarehouse } from '../cached-database.ts';
import { LARGE, SMALL } from '../dataset.ts';
import { startChild } from './child.ts';
import { compareSizes } from './compare-sizes.ts';
import { countedUnasked, deepPages } from './deep-pages.ts';
import { HOT_LISTS } from './hot-lists.ts';
import { sideBySide } from './side-by-side.ts';
import { traces } from './traces.ts';

/**
 * How fast the hot lists are over 1,000,000 services: `npm run bench:api -- --sessions 10000000 --rounds 5`. Ratios are to
 * be trusted, single figures are not: they are of this machine, and of what else it was doing.
 */
const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    /** Only the lists whose name holds this text. */
    only: { type: 'string', default: '' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const SMALL_SESSIONS = 100_000;
/** Of each server to the database: the default of the product. */
const connections = 10;

const lists = HOT_LISTS.filter(({ name }) => name.includes(values.only));
const warehouse = await openWarehouse(say);
try {
  const small = await warehouse.database({ ...SMALL, sessions: SMALL_SESSIONS });
  const large = await warehouse.database({ ...LARGE, sessions: Number(values.sessions) });
  const onLarge = await startChild('./our-server.ts', { url: large, connections });
  const onSmall = await startChild('./our-server.ts', { url: small, connections });
  try {
    say(
      `\n${LARGE.services} services, ${LARGE.customers} customers, ${values.sessions} sessions, Node ${process.version}`,
    );
    await sideBySide({ ours: onLarge, url: large, lists, rounds, seconds, connections }, say);
    await compareSizes({ onLarge, onSmall, lists, rounds, seconds }, say);
    await deepPages(onLarge, LARGE, say);
    await countedUnasked(onLarge, lists, say);
    await traces(onSmall, { ...SMALL, sessions: SMALL_SESSIONS }, say);
    await traces(onLarge, { ...LARGE, sessions: Number(values.sessions) }, say);
  } finally {
    await Promise.all([onLarge.stop(), onSmall.stop()]);
  }
} finally {
  await warehouse.stop();
}
