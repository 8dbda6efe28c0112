import { expect, it } from 'vitest';
import { post } from '../../../../src/areas/money/billing/store/ledger/post.ts';
import { startApi } from '../../../fixtures/api.ts';
import { makeTenant } from '../../../fixtures/tenants.ts';

const api = await startApi();

it('posts the amounts that are not 0, and no entry that has none', async () => {
  const { ispid, serviceid } = await makeTenant(api);
  const posting = (...amounts: readonly string[]) =>
    api.db.transaction((tx) =>
      post(tx, {
        ...{ ispId: ispid, serviceId: serviceid, kind: 'by_hand', postedOn: '2026-03-10', by: 'system' },
        lines: [
          ...amounts.map((amt) => ({ account: { kind: 'service', serviceId: serviceid } as const, amt })),
          ...amounts.map((amt) => ({ account: { kind: 'nominal', name: 'bank' } as const, amt: `-${amt}` })),
        ],
      }),
    );
  const posted = async () =>
    (
      await api.db.pool.query<{ amt: string }>(
        `SELECT l.amt FROM crm.ledger_line l JOIN crm.ledger_entry e ON e.id = l.entry_id
         WHERE e.service_id = $1 AND e.kind = 'by_hand' ORDER BY l.amt`,
        [serviceid],
      )
    ).rows.map(({ amt }) => amt);
  await expect(posting('0', '0.00')).rejects.toThrow('must not be 0');
  expect(await posted()).toEqual([]);
  await posting('10', '0.00');
  expect(await posted()).toEqual(['-10.00', '10.00']);
});
