import type { Api } from '../../../fixtures/api.ts';
import type { Tenant } from '../../../fixtures/tenants.ts';
import type { Received, Receiver } from '../../insight/webhooks/receiver.ts';

const JSON_REQUEST = { headers: 'content-type: application/json', body: '{"to":"{to}","text":"{text}"}' };

/** Has a tenant send up to 100 codes an hour by text messages. Returns the id of the notice. */
export async function sendsCodes(api: Api, { me, ispid }: Tenant, provider: Receiver): Promise<number> {
  const sender = { channel: 'sms', url: provider.url, ...JSON_REQUEST, country_code: 91 };
  await api.ok('notice/sender_set', sender, me);
  const body = '{code} opens {isp} for {minutes} minutes';
  const id = await api.ok<number>('notice/create', { on: 'sign_in_code', channel: 'sms', body }, me);
  await api.ok('isp/settings_update', { ispid, portal_codes: 100 }, me);
  return id;
}

export const textOf = (message: Received | undefined): string => JSON.parse(message?.body ?? '{}').text;

/** The code in a text message. */
export const codeIn = (message: Received | undefined): string => /^(\d{6}) opens /.exec(textOf(message))?.[1] ?? '';
