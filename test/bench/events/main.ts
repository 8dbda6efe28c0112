import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createLog } from '../../../src/config/log.ts';
import { startEmbedded } from '../../../src/db/embedded.ts';
import { startChild } from '../api/child.ts';
import { OurNode } from '../radius/our-node.ts';
import { provision } from '../radius/provision.ts';
import { Tools } from '../radius/tools.ts';
import { addCustomers } from './commits.ts';
import { openSessions, SUBSCRIBERS } from './loads.ts';
import type { Settings } from './other-systems-program.ts';
import { rounds } from './rounds.ts';
import { type Caller, call } from './ways.ts';

/**
 * What the event feed takes from RADIUS: `RADIUS_BENCH_TOOLS=<folder> npm run bench:events -- --rounds 5`. A node answers log-ins
 * and accounting in alternating windows: without changes, with 1,000 changes a second of which no events are kept, and with the
 * same whose events are read by `event/list`, a stream and a webhook. With `--apart` the readers and the jobs are at a node of their
 * own, as `ROLES` allows. The folder holds `radload`; see `radius/tools.ts`.
 */
const { values } = parseArgs({
  options: {
    tools: { type: 'string', default: process.env.RADIUS_BENCH_TOOLS ?? '' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    /** Changes a second, each of which is an event. */
    events: { type: 'string', default: '1000' },
    /** Only loads whose name contains this text. */
    only: { type: 'string', default: '' },
    /** A node for RADIUS alone, and another for the API and the jobs. */
    apart: { type: 'boolean', default: false },
    /** Writes a CPU profile of the node into this folder. */
    profile: { type: 'string' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
if (values.tools === '') {
  say('RADIUS_BENCH_TOOLS must be the folder of radload.');
  process.exit(1);
}
const ADMIN_KEY = 'e'.repeat(50);

const tools = new Tools(values.tools);
await tools.makeLoad();
const dataDir = await mkdtemp(join(tmpdir(), 'lastmile-events-'));
const database = await startEmbedded({ dataDir, log: createLog('warn') });
try {
  await provision(database.url, { count: SUBSCRIBERS, leasing: 0 });
  await addCustomers(database.url);
  const flags = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [];
  const environment = { ADMIN_API_KEY: ADMIN_KEY, OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8' };
  const start = (roles: string) =>
    OurNode.start(database.url, { flags, environment: { ...environment, ROLES: roles } });
  const node = await start(values.apart ? 'radius' : 'api,radius,jobs');
  try {
    await node.ready();
    const other = values.apart ? await start('api,jobs') : undefined;
    try {
      await other?.ready();
      await contest(node, other);
    } finally {
      await other?.stop();
    }
  } finally {
    await node.stop();
  }
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** @param other has the readers of the feed; undefined: the one that answers RADIUS has */
async function contest(node: OurNode, other: OurNode | undefined): Promise<void> {
  const caller = await callerOf(other ?? node);
  const settings: Settings = { url: database.url, caller, perSecond: Number(values.events) };
  const others = await startChild('../events/other-systems-program.ts', settings);
  try {
    const target = {
      ...node.ports,
      pids: { node: node.pid, postgres: database.pid, ...(other && { other: other.pid }) },
    };
    const program = tools.radload;
    await openSessions({ program, target });
    say(`load averages before: ${loadavg().map((load) => load.toFixed(1))}`);
    const keep = (event_feed: 'Y' | 'N') => call(caller, 'isp/settings_update', { event_feed });
    const feed = async () => {
      await keep('Y');
      const hook = { url: `${others.origin}/`, type: 'customer.*' };
      const { id } = await call<{ id: number }>(caller, 'webhook/create', hook);
      return async () => {
        await call(caller, 'webhook/delete', { id });
        await keep('N');
      };
    };
    const pace = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
    await rounds({ ...pace, target, program, others, feed, only: values.only }, say);
  } finally {
    await others.stop();
  }
}

/** The administrator of the ISP. */
async function callerOf({ ports }: OurNode): Promise<Caller> {
  const origin = `http://127.0.0.1:${ports.http}`;
  const admin = { origin, userid: 1, api_key: ADMIN_KEY };
  const user = { username: 'bench', password: 'correct-horse', groupname: 'ISP', roles: 'Admin', cash_limit: 0 };
  const userid = Number(await call<string | number>(admin, 'auth/user/create', { ...user, ispid: 1 }));
  const { api_key } = await call<{ api_key: string }>(admin, 'auth/user/api_key_rotate', { id: userid });
  return { origin, userid, api_key };
}
