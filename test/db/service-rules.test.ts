import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { Shop } from '../fixtures/subscriber.ts';

const api = await startApi();
let id: number;
beforeAll(async () => {
  const shop = await Shop.open(api);
  ({ id } = await shop.subscribe());
});

/** What breaks each rule of crm.service, and no rule whose name sorts before it. */
const BROKEN: Readonly<Record<string, readonly string[]>> = {
  service_anchor_day_check: ['anchor_day = 0', 'anchor_day = 32'],
  service_ba_check: [`billing_address = 'new', ba_city = NULL`],
  service_billing_address_check: [`billing_address = 'old'`],
  service_billing_start_day_check: ['billing_start_day = -1', 'billing_start_day = 31'],
  service_connectivity_check: [`connectivity = 'Copper'`],
  service_credit_limit_check: ['credit_limit = -0.01'],
  service_deposit_check: ['deposit = -0.01'],
  service_discount_amt_check: ['discount_amt = -0.01'],
  service_discount_percent_check: ['discount_percent = -0.01', 'discount_percent = 100.01'],
  service_ia_check: [`installation_address = 'new', ia_street = NULL`],
  service_installation_address_check: [`installation_address = 'ia'`],
  service_installation_amt_check: ['installation_amt = -0.01'],
  service_ip6_prefix_check: [
    `ip6_prefix = '10.0.0.0/24'`,
    `ip6_prefix = '2001:db8::/15'`,
    `ip6_prefix = '2001:db8::1/64'`,
  ],
  service_ip_assignment_check: [`ip_assignment = 'DHCP'`],
  service_ip_source_check: ['IPpool', 'StaticIP', 'Subnet'].map((value) => `ip_assignment = '${value}'`),
  service_latitude_check: ['latitude = -90.1', 'latitude = 90.1'],
  service_longitude_check: ['longitude = -180.1', 'longitude = 180.1'],
  service_mac_bind_check: [`mac_bind = 'Never'`],
  service_mac_bind_manual_check: [`mac_bind = 'Manual', mac = NULL`],
  service_mac_check: [`mac = '02:00:00:00:00:0G'`, `mac = '02-00-00-00-00-01'`],
  service_pd_prefix_check: [`pd_prefix = '10.0.0.0/24'`, `pd_prefix = '2001:db8::/65'`, `pd_prefix = '2001:db8::1/48'`],
  service_prepaid_postpaid_check: [`prepaid_postpaid = 'Both'`],
  service_protocol_check: [`protocol = 'L2TP'`],
  service_staticip_check: [`staticip = '10.0.0.1'`],
  service_session_limit_check: ['session_limit = 0', 'session_limit = 65'],
  service_status_before_check: [`status_before = 'Suspend'`],
  service_status_check: [`status = 'Gone'`],
  service_suspend_check: [`status = 'Suspend'`, 'suspended_at = now()', `status_before = 'NP'`],
  service_username_check: [`username = ''`, `username = ' asha'`],
  service_validity_check: [
    `status = 'NewRequest', period_id = NULL, valid_from = NULL, valid_upto = '2026-03-31'`,
    `status = 'Active', valid_from = '2026-03-01', valid_upto = NULL`,
    `status = 'Active', valid_from = '2026-03-02', valid_upto = '2026-03-01'`,
  ],
};

describe('the rules for a row of crm.service', () => {
  it('are these', async () => {
    const { rows } = await api.db.pool.query<{ rule: string }>(
      `SELECT (regexp_matches(prosrc, 'service_\\w+_check', 'g'))[1] AS rule FROM pg_proc WHERE proname = 'obeys_rules'`,
    );
    expect(rows.map(({ rule }) => rule)).toEqual(Object.keys(BROKEN));
  });

  it.each(Object.entries(BROKEN).flatMap(([rule, updates]) => updates.map((update) => [update, rule])))(
    'refuse %s by %s',
    async (update, constraint) => {
      const updating = api.db.pool.query(`UPDATE crm.service SET ${update} WHERE id = $1`, [id]);
      const message = `new row for relation "service" violates check constraint "${constraint}"`;
      await expect(updating).rejects.toMatchObject({
        message,
        code: '23514',
        constraint,
        schema: 'crm',
        table: 'service',
      });
    },
  );

  it('hold where nothing is given', async () => {
    const nullable = [
      'anchor_day',
      'credit_limit',
      'ip6_prefix',
      'pd_prefix',
      'mac',
      'staticip',
      'latitude',
      'longitude',
    ];
    const updating = `UPDATE crm.service SET ${nullable.map((name) => `${name} = NULL`).join(', ')} WHERE id = $1`;
    expect((await api.db.pool.query(updating, [id])).rowCount).toBe(1);
  });
});
