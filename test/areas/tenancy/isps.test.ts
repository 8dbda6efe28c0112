import { describe, expect, it } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { contact, makeTenant, makeUser } from '../../fixtures/tenants.ts';

const api = await startApi();

describe('credits of an ISP', () => {
  it('are shown to its own users and the server administrator, not to its resellers', async () => {
    const { ispid, resellerid, me } = await makeTenant(api);
    await api.ok('isp/credits_update', { ispid, action: 'Set', credits: 50 }, api.admin);
    const credits = { usage_credits: '50.00' };
    expect(await api.ok('isp/list', {}, me)).toMatchObject([credits]);
    expect(await api.ok('isp/list', { ispid }, api.admin)).toMatchObject([credits]);
    const reseller = await makeUser(api, me, { ispid, groupname: 'Reseller', resellerid });
    const employee = await makeUser(api, me, { ispid, groupname: 'Employee', resellerid, roles: 'Support' });
    for (const caller of [reseller, employee])
      expect(await api.ok('isp/list', {}, caller)).toMatchObject([{ id: String(ispid), usage_credits: null }]);
  });
});

describe('a new ISP', () => {
  let made = 0;
  const settingsOf = async (fields: Record<string, string>) => {
    made += 1;
    const isp = { name: 'x', code: `NEW${made}`, ...contact, ...fields };
    const ispid = await api.ok<number>('isp/create', isp, api.admin);
    const [shown] = await api.ok<{ country: string }[]>('isp/list', { ispid }, api.admin);
    expect(shown?.country).toBe(fields.country);
    const { timezone, currency } = await api.ok<Record<string, string>>('isp/settings', { ispid }, api.admin);
    return [timezone, currency];
  };

  it.each([
    ['India', 'Asia/Kolkata', 'INR'],
    ['IN', 'Asia/Kolkata', 'INR'],
    ['ind', 'Asia/Kolkata', 'INR'],
    ['Bharat', 'Asia/Kolkata', 'INR'],
    ['Deutschland', 'Europe/Berlin', 'EUR'],
    ['USA', 'America/New_York', 'USD'],
    ['Russian Federation', 'Europe/Moscow', 'RUB'],
    ['Brazil', 'America/Sao_Paulo', 'BRL'],
    ['Kenya', 'Africa/Nairobi', 'KES'],
    ['Exampleland', 'UTC', 'USD'],
    ['Antarctica', 'UTC', 'USD'],
  ])('of %s counts in days of %s and in %s', async (country, timezone, currency) => {
    const [zone, money] = await settingsOf({ country });
    expect(zone).toBe(timezone);
    if (country !== 'Antarctica') expect(money).toBe(currency);
  });

  it('has the zone and the currency that it asks for', async () => {
    const perth = { country: 'Australia', timezone: 'Australia/Perth' };
    expect(await settingsOf(perth)).toEqual(['Australia/Perth', 'AUD']);
    expect(await settingsOf({ country: 'India', currency: 'USD' })).toEqual(['Asia/Kolkata', 'USD']);
    expect(await settingsOf({ country: 'Exampleland', timezone: 'Asia/Dubai', currency: 'AED' })).toEqual([
      ...['Asia/Dubai', 'AED'],
    ]);
  });

  it.each([
    [{ timezone: 'India' }, 'timezone: must be the IANA name of a time zone, such as Asia/Kolkata'],
    [{ timezone: '+05:30' }, 'timezone: must be the IANA name of a time zone, such as Asia/Kolkata'],
    [{ currency: 'rupee' }, 'currency: must be an ISO 4217 code, such as INR'],
  ])('is not made with %j', async (fields, error) => {
    const isp = { name: 'x', code: 'BAD', country: 'India', ...contact, ...(fields as Record<string, string>) };
    expect(await api.call('isp/create', isp, api.admin)).toMatchObject({ status: 400, error });
    expect(await api.ok('isp/list', { code: 'BAD' }, api.admin)).toEqual([]);
  });

  it('keeps both when its country changes', async () => {
    const isp = { name: 'x', code: 'MOVES', country: 'India', ...contact };
    const ispid = await api.ok<number>('isp/create', isp, api.admin);
    await api.ok('isp/update', { ispid, country: 'Nepal' }, api.admin);
    expect(await api.ok('isp/settings', { ispid }, api.admin)).toMatchObject({
      ...{ timezone: 'Asia/Kolkata', currency: 'INR' },
    });
  });
});

describe('the countries that the API lists', () => {
  it.each(['India', 'in', 'IND', 'Bharat'])('have India under %s', async (country) => {
    const [found] = await api.ok<{ country_code: string }[]>('server/country_state', { country }, api.admin);
    expect(found?.country_code).toBe('IN');
  });
});
