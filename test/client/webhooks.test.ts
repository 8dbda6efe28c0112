import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../clients/typescript/src/webhooks.ts';
import { newWebhookSecret, signedHeaders } from '../../src/areas/insight/webhooks/signature.ts';

const secret = newWebhookSecret();
const body = JSON.stringify({ id: 7, type: 'customer.updated', data: { name: 'Śrī' } });
const message = { id: 'evt_7', sentAt: new Date(), body };
const headers = signedHeaders(message, [newWebhookSecret(), secret]);

describe('verifyWebhook', () => {
  it('returns the event of a message that one of its secrets has signed', async () => {
    expect(await verifyWebhook(body, headers, { secret })).toEqual(JSON.parse(body));
    expect(await verifyWebhook(Buffer.from(body), new Headers(headers), { secret })).toEqual(JSON.parse(body));
  });

  it('takes what the reference library has signed', async () => {
    const signature = new Webhook(secret).sign('evt_7', message.sentAt, body);
    const signed = { ...headers, 'webhook-signature': signature };
    expect(await verifyWebhook(body, signed, { secret })).toEqual(JSON.parse(body));
  });

  it.each([
    ['was changed', body.replace('7', '8'), headers],
    ['has another id', body, { ...headers, 'webhook-id': 'evt_8' }],
    ['has no signature', body, { ...headers, 'webhook-signature': '' }],
    ['has rubbish for a signature', body, { ...headers, 'webhook-signature': 'v1,§ v2,AAAA v1,' }],
    ['is from another secret', body, signedHeaders(message, [newWebhookSecret()])],
    ['is old', body, signedHeaders({ ...message, sentAt: new Date(Date.now() - 301_000) }, [secret])],
    ['is of the future', body, signedHeaders({ ...message, sentAt: new Date(Date.now() + 302_000) }, [secret])],
    ['has no time', body, { ...headers, 'webhook-timestamp': 'now' }],
  ])('refuses a message that %s', async (_, text, given) => {
    await expect(verifyWebhook(text, given, { secret })).rejects.toThrow(
      /^(a webhook header|the message|no signature)/,
    );
  });
});
