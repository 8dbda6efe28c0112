import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createLog } from '../../../src/config/log.ts';
import { startEmbedded } from '../../../src/db/embedded.ts';
import { CoaLine } from '../../radius/fuzz/coa-line.ts';
import { runFuzz } from '../../radius/fuzz/fuzz-run.ts';
import { OurNode } from './our-node.ts';
import { provision } from './provision.ts';
import { SECRET } from './tools.ts';

/**
 * A million packets of a seeded fuzzer against a node: `npm run fuzz:radius -- --seed 7`. The node must answer no packet
 * that is not authentic, handle all of them, stay up, and not grow.
 */
const { values } = parseArgs({
  options: {
    packets: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    /** Share of authentic packets; most of those reach the database. */
    authentic: { type: 'string', default: '0.03' },
  },
});
/** Growth between the first quarter and the end that garbage collection and buffers may cause. */
const GROWTH_MB = 100;
const packets = Number(values.packets);
const say = (line: string) => process.stdout.write(`${line}\n`);

const folder = await mkdtemp(join(tmpdir(), 'lastmile-fuzz-'));
const coa = await CoaLine.open();
const database = await startEmbedded({ dataDir: folder, log: createLog('warn') });
try {
  await provision(database.url, { count: 1_000, leasing: 0 });
  await tellCoaPort(database.url);
  const node = await OurNode.start(database.url);
  try {
    await node.ready();
    process.exitCode = (await fuzz(node)) ? 0 : 1;
  } finally {
    await node.stop();
  }
} finally {
  await database.stop();
  coa.close();
  await rm(folder, { recursive: true, force: true });
}

async function fuzz(node: OurNode): Promise<boolean> {
  let early = 0;
  const startedAt = Date.now();
  const outcome = await runFuzz(
    {
      ...node.ports,
      secret: SECRET,
      users: Array.from({ length: 50 }, (_, at) => ({ id: at + 1, username: `user${String(at).padStart(6, '0')}` })),
      coa,
      witness: { username: 'user000999', password: 'pass000999' },
    },
    {
      seed: Number(values.seed),
      packets,
      authenticShare: Number(values.authentic),
      onProgress: async (sent) => {
        if (sent === packets / 4) early = (await node.memory()).now;
        if (sent % (packets / 10) === 0) say(`${sent} packets, ${(await node.memory()).now.toFixed(0)} MB`);
      },
    },
  );
  const { now } = await node.memory();
  const seen = await packetsSeen(node);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  say(
    `${JSON.stringify({ ...outcome, disconnects: coa.asked })} in ${seconds} s; the node counted ${seen.all} packets, ${seen.faults} faults, ${seen.rejections} unhandled rejections`,
  );
  say(`memory ${early.toFixed(0)} MB after a quarter, ${now.toFixed(0)} MB at the end`);
  const isRight = outcome.wrong + coa.wrong === 0 && seen.faults === 0 && seen.rejections === 0 && coa.asked > 0;
  return isRight && seen.all >= packets * 0.99 && now - early < GROWTH_MB;
}

async function tellCoaPort(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('UPDATE radius.nas SET coa_port = $1', [coa.port]);
  await client.end();
}

async function packetsSeen({ ports }: OurNode): Promise<{ all: number; faults: number; rejections: number }> {
  const text = await (await fetch(`http://127.0.0.1:${ports.http}/metrics`)).text();
  const counts = [...text.matchAll(/^lastmile_radius_packets_total\{(.*)\} (\d+)$/gm)];
  const sum = (of: typeof counts) => of.reduce((total, [, , count]) => total + Number(count), 0);
  const rejections = Number(/^lastmile_unhandled_rejections_total (\d+)$/m.exec(text)?.[1]);
  return {
    rejections,
    all: sum(counts),
    faults: sum(counts.filter(([, labels]) => labels?.includes('outcome="fault"'))),
  };
}
