import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { Bot } from '../../../peers/support/care-programs.ts';
import { startReceiver } from '../../insight/webhooks/receiver.ts';
import { textOf } from '../../online/portal/codes.ts';
import { addCallerOf, programTenant, type Subscriber, sessionOf } from './program.ts';

const api = await startApi({ OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8' });
const [sms, graph] = [await startReceiver(), await startReceiver()];
const ID = 'IN.13491208655302741918';

let own: Subscriber;
let bot: Bot;
beforeAll(async () => {
  const tenant = await programTenant(api);
  const { me, program, queueid, categoryid } = tenant;
  const request = { headers: 'content-type: application/json', body: '{"to":"{to}","text":"{text}"}' };
  await api.ok('notice/sender_set', { channel: 'sms', url: sms.url, ...request, country_code: 91 }, me);
  await api.ok('notice/create', { on: 'sign_in_code', channel: 'sms', body: 'Code {code}' }, me);
  own = await addCallerOf(api, tenant);
  await sessionOf(api, tenant, own);
  const settings = { baseUrl: api.url, program: { ...program }, queueid, categoryid };
  bot = await Bot.start(settings, graph);
});
afterAll(() => bot?.stop());

const STRANGER = { to: ID, text: expect.stringMatching(/^WhatsApp does not show us your number\./), buttons: [] };
const says = (text: string) => bot.hears(ID, { text });

it('the bot of the documents links a chat that hides the number by a code, and unlinks it', async () => {
  expect(await says('my internet?')).toEqual(STRANGER);
  const nobody = await says('link nobody.at.all');
  expect(await says(`Link +91 ${own.mobile}`)).toEqual(nobody);
  expect(nobody.text).toMatch(/^If this is right, a code is on its way to the number on record\./);
  await expect.poll(() => sms.received.length, { timeout: 10_000 }).toBe(1);
  const [, code = ''] = /^Code (\d{6})$/.exec(textOf(sms.received[0])) ?? [];
  expect(await says(code)).toMatchObject({ text: expect.stringMatching(/^Your connection has been working/) });
  expect(JSON.parse(graph.received.at(-1)?.body ?? '{}')).toMatchObject({
    recipient: ID,
    recipient_type: 'individual',
  });
  expect((await says('unlink')).text).toBe('This chat is not linked to you any more.');
  expect(await says('my internet?')).toEqual(STRANGER);
});
