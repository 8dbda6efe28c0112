import { parseArgs } from 'node:util';
import { createLog } from '../../../src/config/log.ts';
import { createPool } from '../../../src/db/connection.ts';
import { startChild } from '../api/child.ts';
import { openWarehouse } from '../cached-database.ts';
import { LARGE } from '../dataset.ts';
import { broadcast } from './broadcast.ts';
import { calls } from './calls.ts';
import { addCare } from './data.ts';
import { incident } from './incident.ts';
import { kills } from './kills.ts';

/**
 * What a call centre asks all day, over 1,000,000 services of ten ISPs and half as many tickets; an incident of the 100,000 services of
 * one; a mass message to its 40,000 subscribers;
 * three of them whose sender is killed: `npm run bench:care -- --rate 200 --seconds 20`.
 */
const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const size = { ...LARGE, isps: 10, resellers: 400 };
const parts = { calls: 'calls', incident: 'incident', messages: 'messages', kills: 'kills' } as const;
const isWanted = (part: string) => part.includes(values.only);

const warehouse = await openWarehouse(say);
try {
  const url = await warehouse.database(size);
  const pool = createPool(url, { name: 'bench', max: 2, statementTimeoutMs: 0 }, createLog('warn'));
  await addCare(pool, size);
  const node = await startChild('./our-server.ts', { url, connections: 10 });
  try {
    const load = { rate: Number(values.rate), seconds: Number(values.seconds) };
    if (isWanted(parts.calls)) await calls(node, size, load, say);
    if (isWanted(parts.incident)) await incident(node, pool, say);
    if (isWanted(parts.messages)) await broadcast(node, { pool, url }, say);
    if (isWanted(parts.kills)) await kills(node, { pool, url }, say);
  } finally {
    await node.stop();
    await pool.end();
  }
} finally {
  await warehouse.stop();
}
