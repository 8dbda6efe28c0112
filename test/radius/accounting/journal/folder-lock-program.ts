import { createLog } from '../../../../src/config/log.ts';
import { Journal } from '../../../../src/radius/accounting/journal/journal.ts';

// A second process with the journal in the given folder: writes one record, says so, and keeps running.
const [, , folder = ''] = process.argv;
const journal = await Journal.open({ folder, maxBytes: 1_000_000, log: createLog('warn') });
await journal.append([{ kind: 'nas-on', nasId: 1, at: 1 }]);
process.send?.('written');
setInterval(() => undefined, 1_000);
