import { expect, it } from 'vitest';
import {
  isFrom,
  newsMessages,
  presenceMessage,
  readPeerMessage,
} from '../../../../src/radius/state/sessions/peer-messages.ts';

const NODE = '0123456789ab';
const grant = { serviceId: 7, nasId: 3, mac: '00:0c:42:43:44:45', nasPort: 'ether2 "a, b"' };
const bare = { serviceId: 8, nasId: 3, mac: null, nasPort: null };

it('news is one message for accepted log-ins and one for opened sessions', () => {
  const messages = newsMessages(NODE, [{ opened: 1 }, { granted: grant }, { opened: 22 }, { granted: bare }]);
  expect(messages).toEqual([`${NODE}+[[7,3,"00:0c:42:43:44:45","ether2 \\"a, b\\""],[8,3,null,null]]`, `${NODE}:1,22`]);
  expect(messages.map(readPeerMessage)).toEqual([
    { opened: [], granted: [grant, bare] },
    { opened: [1, 22], granted: [] },
  ]);
});

it('news is split so that each message fits into a notification', () => {
  const port = 'ä'.repeat(100);
  const news = Array.from({ length: 500 }, (_, at) => ({ granted: { ...grant, serviceId: at, nasPort: port } }));
  const messages = newsMessages(NODE, news);
  for (const message of messages) expect(Buffer.byteLength(message)).toBeLessThan(8_000);
  const granted = messages.flatMap((message) => readPeerMessage(message).granted);
  expect(granted.map(({ serviceId }) => serviceId)).toEqual(news.map((_, at) => at));
});

it('presence is a message without news, and names its sender', () => {
  expect(readPeerMessage(presenceMessage(NODE))).toEqual({ opened: [], granted: [] });
  expect(isFrom(NODE, presenceMessage(NODE))).toBe(true);
  expect(isFrom('ba9876543210', presenceMessage(NODE))).toBe(false);
});
