import { query, sql } from '../../db/sql.ts';
import type { Story } from './story.ts';

const LOW = 12_000;
const SETTLE_DAY = 28;

/** The ISP's dealings with the wallet of its franchisee: filled when it is low, settled once a month. */
export function planWallet(story: Story, day: number): void {
  const { agenda, isp, random, calendar } = story;
  const { owner } = isp.staff;
  const resellerid = isp.resellerIds.lake;
  agenda.add(day, 9 * 60 + 5, async () => {
    const [row] = await query<{ wallet: string }>(
      story.kernel.db.pool,
      sql`SELECT wallet::text AS wallet FROM crm.reseller WHERE id = ${resellerid}`,
    );
    if (Number(row?.wallet ?? 0) < LOW)
      await owner.reseller.wallet_update({ resellerid, action: 'TopUp', amt: '40000' });
  });
  if (!calendar.name(day).endsWith(`-${SETTLE_DAY}`)) return;
  agenda.add(day, 18 * 60, () => owner.reseller.wallet_update({ resellerid, action: 'Settlement', amt: '4000' }));
  const amt = random.chance(0.5) ? '250' : '-120';
  agenda.add(day, 18 * 60 + 10, () => owner.reseller.wallet_update({ resellerid, action: 'Adj', amt }));
}
