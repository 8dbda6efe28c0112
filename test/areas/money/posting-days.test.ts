import { expect, it } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { makeTenant } from '../../fixtures/tenants.ts';

const api = await startApi();

it('an entry is posted on the day of the ISP, also if the server administrator makes it without ispid', async () => {
  const { ispid, resellerid, me } = await makeTenant(api);
  await api.ok('isp/settings_update', { timezone: 'Asia/Kolkata' }, me);
  api.clock.at = new Date('2026-11-21T20:00:00Z');
  await api.ok('reseller/wallet_update', { resellerid, action: 'TopUp', amt: 10 }, api.admin);
  await api.ok('isp/credits_update', { ispid, action: 'Add', credits: 10 }, api.admin);
  const entries = await api.db.prisma.ledgerEntry.findMany({
    where: { ispId: ispid, kind: { in: ['wallet_topup', 'credits_add'] } },
  });
  expect(entries.map(({ postedOn }) => postedOn.toISOString().slice(0, 10))).toEqual(['2026-11-22', '2026-11-22']);
});
