import { once } from 'node:events';
import { createLog } from '../../src/config/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { execute, sql } from '../../src/db/sql.ts';

// A node in a process of its own, which locks a row, waits in the middle of the transaction until it is told to go on, and
// counts. It says when it has the lock, and when it has committed.
const [, , url = '', idleMs = ''] = process.argv;
const db = await openDatabase({ url, log: createLog('silent'), idleTransactionMs: Number(idleMs) });
await db.transaction(async (tx) => {
  await execute(tx, sql`SELECT FROM counted FOR UPDATE`);
  const goOn = once(process, 'message');
  process.send?.('locked');
  await goOn;
  await execute(tx, sql`UPDATE counted SET times = times + 1`);
});
process.send?.('committed');
await db.close();
process.disconnect?.();
