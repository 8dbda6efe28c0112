import { setTimeout as sleep } from 'node:timers/promises';
import type { Part } from '../../../deploy/cluster/part.ts';
import { patroniPort } from '../../../deploy/cluster/parts/member.ts';
import { memberState, switchover } from '../../../deploy/cluster/patroni.ts';
import { asSuperuser } from '../../../deploy/cluster/superuser.ts';
import { fillJournalDisk, freeJournalDisk } from './journal-disk.ts';
import type { TestCluster } from './test-cluster.ts';

/** The longest time in seconds that a kind of request may be without service. */
export interface Bounds {
  readonly accounting: number;
  readonly logins: number;
  readonly payments: number;
}

export interface Fault {
  readonly name: string;
  /** Makes the fault, waits for as long as it lasts, and ends it. */
  readonly happen: (cluster: TestCluster) => Promise<void>;
  readonly bounds: Bounds;
}

/** While a journal takes over and packets are repeated. */
const RADIUS_GOES_ON = { accounting: 10, logins: 10 };
/** The time until Patroni promotes another member (`ttl`), with a margin for a busy machine. */
const UNPLANNED = { ...RADIUS_GOES_ON, payments: 60 };
const NODE_LOST = { accounting: 10, logins: 10, payments: 15 };

export const FAULTS: readonly Fault[] = [
  {
    name: 'the primary is killed',
    happen: async (cluster) => {
      const primary = await primaryOf(cluster);
      await primary.kill();
      await otherPrimary(cluster, primary);
      await primary.start();
    },
    bounds: UNPLANNED,
  },
  {
    name: 'a switchover',
    happen: async (cluster) => {
      const primary = await primaryOf(cluster);
      await switchover(patroniPort(cluster.site, primary.name), primary.name, undefined);
    },
    bounds: { ...RADIUS_GOES_ON, payments: 20 },
  },
  {
    name: 'the primary freezes',
    happen: async (cluster) => {
      const primary = await primaryOf(cluster);
      primary.freeze();
      await otherPrimary(cluster, primary);
      await sleep(3_000);
      primary.thaw();
    },
    bounds: UNPLANNED,
  },
  {
    name: 'the database falls silent for 15 s',
    happen: async (cluster) => {
      for (const { name } of cluster.cluster.nodes) cluster.cluster.link(name).cut();
      await sleep(15_000);
      for (const { name } of cluster.cluster.nodes) cluster.cluster.link(name).join();
    },
    bounds: { ...RADIUS_GOES_ON, payments: 45 },
  },
  {
    name: 'the primary is read-only for 15 s',
    happen: async (cluster) => {
      const { name } = await primaryOf(cluster);
      const reload = 'SELECT pg_reload_conf()';
      await asSuperuser(cluster.site, name, ['ALTER SYSTEM SET default_transaction_read_only = on', reload]);
      await sleep(15_000);
      await asSuperuser(cluster.site, name, ['ALTER SYSTEM RESET default_transaction_read_only', reload]);
    },
    bounds: { ...RADIUS_GOES_ON, payments: 35 },
  },
  {
    name: 'the synchronous standby freezes',
    happen: async (cluster) => {
      const standby = await synchronousStandby(cluster);
      standby.freeze();
      await sleep(20_000);
      standby.thaw();
    },
    bounds: { ...RADIUS_GOES_ON, payments: 30 },
  },
  {
    name: 'etcd is gone for 40 s',
    happen: async ({ cluster }) => {
      await cluster.part('etcd').kill();
      await sleep(40_000);
      await cluster.part('etcd').start();
    },
    bounds: { accounting: 5, logins: 5, payments: 10 },
  },
  {
    name: 'a node is killed',
    happen: async ({ cluster }) => {
      await cluster.part('node2').kill();
      await sleep(8_000);
      await cluster.part('node2').start();
    },
    bounds: NODE_LOST,
  },
  {
    name: 'a node freezes for 15 s',
    happen: async ({ cluster }) => {
      cluster.part('node3').freeze();
      await sleep(15_000);
      cluster.part('node3').thaw();
    },
    bounds: NODE_LOST,
  },
  {
    name: 'a node is cut off from the database for 20 s',
    happen: async ({ cluster }) => {
      cluster.link('node2').cut();
      await sleep(20_000);
      cluster.link('node2').join();
    },
    bounds: NODE_LOST,
  },
  {
    name: 'no database, and the disk of a journal is full',
    happen: async ({ cluster }) => {
      const node = cluster.part('node1');
      for (const { name } of cluster.nodes) cluster.link(name).cut();
      fillJournalDisk(node);
      await sleep(20_000);
      freeJournalDisk(node);
      for (const { name } of cluster.nodes) cluster.link(name).join();
    },
    bounds: { ...RADIUS_GOES_ON, payments: 50 },
  },
  {
    name: 'an upgrade: the nodes restart one by one',
    happen: async ({ cluster }) => {
      for (const node of cluster.nodes) {
        await node.stop();
        await node.start();
        // Until FreeRADIUS sends packets to it again.
        await sleep(25_000);
      }
    },
    bounds: NODE_LOST,
  },
];

async function primaryOf({ cluster }: TestCluster): Promise<Part> {
  const primary = await cluster.primary();
  if (!primary) throw new Error('there is no primary');
  return primary;
}

/** Waits until another member is primary. */
async function otherPrimary(cluster: TestCluster, former: Part): Promise<void> {
  const deadline = Date.now() + 90_000;
  for (let now = await cluster.cluster.primary(); !now || now === former; now = await cluster.cluster.primary()) {
    if (Date.now() > deadline) throw new Error(`nothing takes over from ${former.name}`);
    await sleep(250);
  }
}

async function synchronousStandby({ cluster, site }: TestCluster): Promise<Part> {
  for (const part of cluster.members) {
    if ((await memberState(patroniPort(site, part.name)))?.isSynchronous) return part;
  }
  throw new Error('there is no synchronous standby');
}
