import { parseNetworks } from '../../../src/config/networks.ts';
import { OutgoingAddresses } from '../../../src/config/outgoing-addresses.ts';
import { OutgoingConnection } from '../../../src/core/outgoing/request.ts';

/**
 * A process of its own, since only a new one can be told which authorities to trust. It may call 127.0.0.1 and no other address of this
 * machine. Each message is the address to which all names lead from then on; it sends a request and answers what came of it.
 */
const [url = ''] = process.argv.slice(2);
const allowed = parseNetworks('127.0.0.1');
if (!allowed) throw new Error('not a network');
let address = '';
const connection = new OutgoingConnection(60_000, async () => [{ address, family: 4 }]);

process.on('message', async (now: string) => {
  address = now;
  const request = { url, headers: {}, body: '{}', timeoutMs: 30_000 };
  const told = await connection.send(request, new OutgoingAddresses(allowed)).then(
    ({ status }) => status,
    (error: Error) => error.message,
  );
  process.send?.(told);
});
process.send?.('ready');
