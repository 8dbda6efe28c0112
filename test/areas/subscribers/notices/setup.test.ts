import { describe, expect, it } from 'vitest';
import { internationalNumber, requestOf } from '../../../../src/areas/subscribers/notices/send-request.ts';
import { makeTenant, makeUser } from '../../../fixtures/tenants.ts';
import { workshop } from './workshop.ts';

const { api, tenant, mail, notice } = await workshop();
const other = await makeTenant(api);
const { me, serviceid, ispid, resellerid } = tenant;
const text = { on: 'np', channel: 'sms', body: 'x' } as const;

describe('notices', () => {
  it.each([
    [
      { body: 'Dear {nmae}' },
      /^body: must not contain \{nmae\}; it can have \{name\}, \{username\}, .* or \{portal_url\}$/,
    ],
    [{ body: 'Pay {amt}' }, /^body: must not contain \{amt\}; /],
    [{ subject: 'x' }, /^subject: applies only to email, not to sms$/],
    [{ days: 3 }, /^days: applies only to before_expiry and before_due, not to np$/],
    [{ channel: 'email' }, /^subject: is required for email$/],
    [{ attach: 'Y' }, /^attach: applies only to email on invoice_issued or payment_received$/],
    [{ language: 'Hindi' }, /^language: must be a language tag/],
  ])('refuse %j with a sentence', async (fields, sentence) => {
    expect(await api.call('notice/create', { ...text, ...fields }, me)).toMatchObject({
      status: 400,
      error: expect.stringMatching(sentence),
    });
  });

  it('are one of a language, and a change is checked like a new one', async () => {
    const id = await notice(text);
    expect(await api.call('notice/create', text, me)).toMatchObject({
      status: 409,
      error: expect.stringMatching(/^language: /),
    });
    expect(await api.call('notice/update', { id, body: '{amt}' }, me)).toMatchObject({ status: 400 });
    await api.ok('notice/update', { id, body: 'Dear {name}', dlt_template_id: '1107' }, me);
    expect(await api.ok('notice/list', { id }, me)).toMatchObject([{ body: 'Dear {name}', dlt_template_id: '1107' }]);
    expect(await api.ok('notice/preview', { id, serviceid }, me)).toMatchObject({
      ...{ body: 'Dear Ravi', address: '9800000001', obstacle: 'no longer so when it was to be sent' },
    });
    await api.ok('notice/delete', { id }, me);
    await api.ok('notice/delete', { id: await notice(text) }, me);
  });

  it('are shown as they are being written, beside what is stored, and nothing of it is stored', async () => {
    const mailed = { ...text, channel: 'email', subject: 'To {username}', body: 'Dear {name}' };
    const id = await notice(mailed);
    const before = await api.ok('notice/list', {}, me);
    const shown = (fields: object) => api.ok('notice/preview', { serviceid, ...fields }, me);
    expect(await shown({ id })).toMatchObject({ subject: `To ${tenant.username}`, body: 'Dear Ravi' });
    expect(await shown({ id, body: '{plan} ends' })).toMatchObject({
      subject: `To ${tenant.username}`,
      body: 'Fast 20 ends',
    });
    expect(await shown({ id, subject: '{isp}:\n{name}' })).toMatchObject({ subject: expect.stringMatching(/: Ravi$/) });
    expect(await shown({ on: 'sign_in_code', channel: 'sms', body: 'Code {code}, {name}' })).toMatchObject({
      ...{ subject: null, body: 'Code 000000, Ravi', address: '9800000001' },
    });
    expect(await api.ok('notice/list', {}, me)).toEqual(before);
    expect(mail.received.some(({ head }) => head.includes('To '))).toBe(false);
    await api.ok('notice/delete', { id }, me);
  });

  it('show markup as the text that it is', async () => {
    const body = '<script>alert(1)</script> & <b>{name}</b>';
    const shown = await api.ok('notice/preview', { serviceid, on: 'np', channel: 'sms', body }, me);
    expect(shown).toMatchObject({ body: '<script>alert(1)</script> & <b>Ravi</b>' });
  });

  it('are refused while they are written as they would be when stored', async () => {
    const id = await notice({ ...text, language: 'ta' });
    for (const [fields, sentence] of [
      [{ id, body: 'Dear {nmae}' }, /^body: must not contain \{nmae\}; it can have \{name\}, /],
      [{ id, subject: 'x' }, /^subject: applies only to email, not to sms$/],
      [{ id, language: 'Tamil' }, /^language: must be a language tag/],
      [
        { id, on: 'npd', days: 3 },
        /^on: cannot change in a stored notice; .*; days: cannot change in a stored notice; /,
      ],
      [{ body: 'x' }, /^on: is required without id; channel: is required without id$/],
      [{ ...text, channel: 'email' }, /^subject: is required for email$/],
      [{ ...text, on: 'sign_in_code' }, /^body: must contain \{code\}$/],
      [{ ...text, days: 3 }, /^days: applies only to before_expiry and before_due, not to np$/],
    ] as const)
      expect(await api.call('notice/preview', { serviceid, ...fields }, me), JSON.stringify(fields)).toMatchObject({
        ...{ status: 400, error: expect.stringMatching(sentence) },
      });
    await api.ok('notice/delete', { id }, me);
  });

  it('are tested with an address', async () => {
    const id = await notice({ ...text, channel: 'email', subject: 'Test of {username}' });
    expect(await api.ok('notice/test', { id, serviceid, to: 'me@example.net' }, me)).toEqual({
      accepted: 'Y',
      error: null,
    });
    expect(mail.received).toMatchObject([
      { to: ['me@example.net'], head: expect.stringContaining('Subject: Test of ravi') },
    ]);
    mail.refusal = { code: 451, text: 'later' };
    expect(await api.ok('notice/test', { id, serviceid, to: 'me@example.net' }, me)).toMatchObject({ accepted: 'N' });
    const wrong = await api.call('notice/test', { id, serviceid, to: '9800000001' }, me);
    expect(wrong).toMatchObject({ status: 400, error: 'to: must be an e-mail address' });
    await api.ok('notice/delete', { id }, me);
  });

  it('are seen and changed by their own ISP only, and by none of its resellers', async () => {
    const id = await notice(text);
    for (const [path, fields] of [
      ['update', { status: 'Paused' }],
      ['delete', {}],
      ['preview', { serviceid: other.serviceid }],
      ['test', { serviceid: other.serviceid, to: '9800000001' }],
    ] as const)
      expect(await api.call(`notice/${path}`, { id, ...fields }, other.me)).toMatchObject({
        status: 404,
        error: `there is no notice ${id}`,
      });
    for (const fields of [{ id }, { id, body: 'Dear {name}' }, text])
      expect(await api.call('notice/preview', { ...fields, serviceid: other.serviceid }, me)).toMatchObject({
        status: 404,
        error: `there is no service ${other.serviceid}`,
      });
    for (const path of ['list', 'messages', 'sender_list', 'opt_outs'])
      expect(await api.ok(`notice/${path}`, {}, other.me)).toEqual([]);
    const reseller = await makeUser(api, me, { ispid, resellerid, groupname: 'Reseller' });
    expect(await api.call('notice/create', { ...text, language: 'hi' }, reseller)).toMatchObject({ status: 403 });
    await api.ok('notice/delete', { id }, me);
  });
});

describe('quiet hours', () => {
  it.each([
    [{ quiet_from: '25:00', quiet_upto: '08:00' }, /^quiet_from: must be a time of day/],
    [{ quiet_from: '21:00' }, /^quiet_upto: must be set together with quiet_from/],
    [{ quiet_from: '21:00', quiet_upto: '21:00' }, /^quiet_upto: must differ/],
    [{ promotions_from: '' }, /^promotions_from: must be a time of day such as 21:30$/],
    [{ promotions_from: '21:00' }, /^promotions_upto: must be later than promotions_from on the same day$/],
    [
      { quiet_from: '09:00', quiet_upto: '21:00' },
      /^quiet_from: the quiet hours from 09:00 to 21:00 cover all hours for advertising, which would wait for ever$/,
    ],
    [{ quiet_from: '10:00', quiet_upto: '21:00' }, /^quiet_from: .* cover all hours/],
    [{ quiet_from: '21:00', quiet_upto: '20:59', promotions_upto: '20:30' }, /^quiet_from: .* cover all hours/],
  ])('are refused as %j', async (fields, sentence) => {
    const answer = await api.call('isp/settings_update', fields as Record<string, string>, me);
    expect(answer).toMatchObject({ status: 400, error: expect.stringMatching(sentence) });
  });
});

it('hours for advertising may be all but covered by quiet hours, by a minute', async () => {
  const set = (fields: Record<string, string>) => api.call('isp/settings_update', fields, me);
  for (const [quiet_from, quiet_upto] of [
    ...[['10:01', '21:00'] as const, ['10:00', '20:59'] as const, ['20:00', '10:01'] as const],
    ['21:00', '20:59'] as const,
  ])
    expect(await set({ quiet_from, quiet_upto })).toMatchObject({ status: 200 });
  expect(await set({ promotions_upto: '20:59' })).toMatchObject({
    status: 400,
    error: expect.stringMatching(/^promotions_from: the quiet hours from 21:00 to 20:59 cover/),
  });
  await set({ quiet_from: '', quiet_upto: '' });
});

describe('a sender', () => {
  const smtp = { channel: 'email', host: 'smtp.example.net', from: 'a@example.net' };
  const http = { channel: 'sms', url: 'https://sms.example.net/send?to={to}' };
  it.each([
    [{ ...smtp, host: '10.0.0.1' }, /^host: must not be 10\.0\.0\.1, which is not a public Internet address$/],
    [{ ...smtp, port: 22 }, /^port: must be 25, 465, 587 or at least 1024$/],
    [{ ...smtp, url: 'https://x.example.net' }, /^url: does not apply to email$/],
    [{ channel: 'sms' }, /^url: is required for sms$/],
    [{ ...http, url: 'http://sms.example.net/' }, /^url: must begin with https:\/\/$/],
    [{ ...http, url: 'https://{to}.example.net/' }, /^url: must have no placeholder before its path$/],
    [{ ...http, url: 'https://192.168.1.1/' }, /^url: must not lead to 192\.168\.1\.1/],
    [{ ...http, headers: 'host: x' }, /^headers: must be lines such as/],
    [{ ...http, body: '{name}' }, /^body: must not contain \{name\}; it can have \{to\}, /],
    [{ ...http, headers: 'content-type: application/json', body: '{"a": {text}}' }, /^body: must be JSON/],
  ])('is refused as %j', async (fields, sentence) => {
    const answer = await api.call('notice/sender_set', fields as Record<string, string>, me);
    expect(answer).toMatchObject({ status: 400, error: expect.stringMatching(sentence) });
  });

  it('shows no secret, and gives it to no other address', async () => {
    const shown = await api.ok<object[]>('notice/sender_list', {}, me);
    expect(shown).toMatchObject([
      { channel: 'email', has_secret: 'Y' },
      { channel: 'sms', has_secret: 'Y' },
    ]);
    expect(JSON.stringify(shown)).not.toMatch(/letmein|k3y/);
    const moved = await api.call('notice/sender_set', { ...smtp, username: 'isp' }, me);
    expect(moved).toMatchObject({ status: 400, error: 'secret: is required again, because the address changes' });
    const same = { channel: 'email', host: '127.0.0.1', port: mail.port, from: 'b@example.net', username: 'isp' };
    await api.ok('notice/sender_set', same, me);
    expect(await api.ok('notice/sender_list', { channel: 'email' }, me)).toMatchObject([
      { from: 'b@example.net', has_secret: 'Y' },
    ]);
  });

  it('writes values as the place needs it', () => {
    const provider = { url: 'https://x.example.net/?t={text}', expect: null, countryCode: null };
    const values = { text: 'a&b "c"\nd', to: '91' };
    const form = requestOf({ ...provider, headers: null, body: 't={text}&to={to}' }, values);
    expect(form).toMatchObject({
      url: 'https://x.example.net/?t=a%26b%20%22c%22%0Ad',
      body: 't=a%26b%20%22c%22%0Ad&to=91',
    });
    const xml = requestOf({ ...provider, headers: 'Content-Type: text/xml', body: '<t>{text}</t>' }, values);
    expect(xml.body).toBe('<t>a&#38;b &#34;c&#34;\nd</t>');
    expect(requestOf({ ...provider, headers: 'x-text: {text}', body: null }, values)).toMatchObject({
      ...{ method: 'GET', headers: { 'x-text': 'a&b "c"%0Ad' } },
    });
  });

  it('asks with international numbers', () => {
    expect(internationalNumber('98000 00001', '91')).toBe('919800000001');
    expect(internationalNumber('098000-00001', '91')).toBe('919800000001');
    expect(internationalNumber('+91 98000 00001', '44')).toBe('919800000001');
    expect(internationalNumber('0091 9800000001', '44')).toBe('919800000001');
    expect(internationalNumber('9800000001', null)).toBe('9800000001');
  });
});
