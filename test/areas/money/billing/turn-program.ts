import { IspTurns } from '../../../../src/areas/money/billing/run/isp-turns.ts';
import { createLog } from '../../../../src/config/log.ts';
import { openDatabase } from '../../../../src/db/database.ts';
import { NamedLocks } from '../../../../src/db/named-locks.ts';

// A node in a process of its own, on the given database: takes the first ISP, says which, and never gives it back.
const [, , url = ''] = process.argv;
const db = await openDatabase({ url, log: createLog('warn') });
const locks = new NamedLocks(db, (name) => process.send?.({ lost: name }), { silentMs: 1_000 });
const turns = await IspTurns.open({ db, locks, everyMs: 0 });
const turn = await turns.next();
process.send?.({ took: turn?.ispId });
setInterval(() => undefined, 60_000);
