import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { against } from './against.ts';
import { duels } from './duels.ts';
import { hammered } from './hammered.ts';
import { CONTESTS } from './loads.ts';
import { OurNode } from './our-node.ts';
import { provision } from './provision.ts';
import { radSecAgainstUdp } from './radsec.ts';
import { twoNodesAgainstOne } from './shared-ports.ts';
import { startUp } from './start-up.ts';
import { Tools } from './tools.ts';
import { WATCHERS_KEY, watched } from './watched.ts';

/**
 * A node against FreeRADIUS with rlm_sql, both on the same PostgreSQL, loaded alternately:
 * `RADIUS_BENCH_TOOLS=<folder> npm run bench:radius -- --rounds 5 --only Start`. The folder holds `radload` and
 * `freeradius-baseline`; see `tools.ts`. Needs root, since those run under their own accounts. Trust the ratios, not
 * the single figures, which depend on this machine and its other load.
 */
const { values } = parseArgs({
  options: {
    tools: { type: 'string', default: process.env.RADIUS_BENCH_TOOLS ?? '' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '6' },
    /** Only loads whose name contains this text; `-` runs none. */
    only: { type: 'string', default: '' },
    /** Compares RadSec with UDP, of our node alone. */
    radsec: { type: 'boolean', default: false },
    /** Compares two nodes on the same ports with one. Needs Node 22.12. */
    shared: { type: 'boolean', default: false },
    /** Compares log-ins while somebody tries passwords of a login user with the same without, of our node alone. */
    hammered: { type: 'boolean', default: false },
    /** Compares log-ins while twenty people watch a session on a router with the same without, of our node alone. */
    watched: { type: 'boolean', default: false },
    /** Compares our node with that of another checkout, which is built there; then there is no peer. */
    against: { type: 'string' },
    /** Number of services for the measured start; 0 skips it. */
    services: { type: 'string', default: '1000000' },
    /** Number of those that are online. */
    online: { type: 'string', default: '0' },
    /** Writes a CPU profile of our node into this folder. */
    profile: { type: 'string' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
if (values.tools === '') {
  say('RADIUS_BENCH_TOOLS must be the folder of radload and freeradius-baseline.');
  process.exit(1);
}

const contests = CONTESTS.map(({ variant, loads }) => ({
  variant,
  loads: loads.filter(({ name }) => values.only !== '-' && name.includes(values.only)),
})).filter(({ loads }) => loads.length > 0);
const tools = new Tools(values.tools);
await tools.create();
try {
  if (values.against) {
    const loads = contests.flatMap((contest) => contest.loads).filter((load) => !load.emptiesPool);
    const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
    await against({ tools, folder: resolve(values.against), loads, rounds, seconds }, say);
  } else if (contests.length > 0 || values.radsec || values.hammered || values.watched) {
    const url = await tools.database('lastmile');
    await provision(url, { count: 100_000, leasing: 100_000 });
    const node = await OurNode.start(url, {
      environment: { ADMIN_API_KEY: WATCHERS_KEY },
      flags: values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [],
    });
    try {
      await node.ready();
      const match = { node, url, rounds: Number(values.rounds), seconds: Number(values.seconds) };
      if (contests.length > 0) await duels({ tools, contests, ...match }, say);
      if (values.radsec) await radSecAgainstUdp(match, say);
      if (values.hammered) await hammered({ ...match, program: tools.radload }, say);
      if (values.watched) await watched({ ...match, program: tools.radload }, say);
    } finally {
      await node.stop();
    }
  }
  if (values.shared)
    await twoNodesAgainstOne(tools, { rounds: Number(values.rounds), seconds: Number(values.seconds) }, say);
  if (Number(values.services) > 0)
    await startUp(tools, { services: Number(values.services), online: Number(values.online) }, say);
} finally {
  await tools.purge();
}
