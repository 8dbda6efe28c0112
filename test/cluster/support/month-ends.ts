import pg from 'pg';
import { multiply } from '../../fixtures/multiply.ts';
import { example, makeOffer, makeTenant } from '../../peers/support/example.ts';
import type { TestCluster } from './test-cluster.ts';

const ISPS = 8;
const COPIES = 1_000;

/**
 * ISPs of their own with postpaid services whose month ended yesterday, so that each is to be billed once and goes on. No node
 * may have the role jobs meanwhile.
 */
export class MonthEnds {
  readonly #cluster: TestCluster;
  readonly #isps: readonly number[];

  private constructor(cluster: TestCluster, isps: readonly number[]) {
    this.#cluster = cluster;
    this.#isps = isps;
  }

  static async make(cluster: TestCluster): Promise<MonthEnds> {
    const isps: number[] = [];
    const pool = new pg.Pool({ connectionString: cluster.databaseUrl, max: 1 });
    try {
      for (let at = 1; at <= ISPS; at++) {
        const { id, api } = await makeTenant(cluster.admin, { code: `N${at}`, username: `night-admin${at}` });
        const offer = await makeOffer(api);
        const service = await api.result('service/create', {
          ...example.service,
          ...offer,
          username: 'original',
          password: 'hello',
        });
        await multiply(pool, service, { from: 1, to: COPIES });
        isps.push(id);
      }
      for (const statement of ENDED_YESTERDAY) await pool.query(statement, statement.includes('$1') ? [isps] : []);
    } finally {
      await pool.end();
    }
    return new MonthEnds(cluster, isps);
  }

  /** Number of services. */
  get size(): number {
    return ISPS * (COPIES + 1);
  }

  /** How many of them go on. */
  async advanced(): Promise<number> {
    const [row] = await this.#cluster.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM crm.service s JOIN crm.isp_setting z ON z.isp_id = s.isp_id
       WHERE s.isp_id = ANY($1) AND s.valid_upto >= (now() AT TIME ZONE z.timezone)::date`,
      [this.#isps],
    );
    return row?.count ?? 0;
  }

  /** Services with more or fewer periods, charges or invoices than one more than before, and gaps in the numbers of invoices. */
  async wrong(): Promise<string[]> {
    const rows = await this.#cluster.query<{ text: string }>(WRONG, [this.#isps]);
    return rows.map(({ text }) => text);
  }
}

/** As if they had begun earlier: the triggers, which audit and notify, are for changes of the API. */
const ENDED_YESTERDAY = [
  // Only the original has used a credit.
  'ALTER TABLE crm.ledger_line DISABLE TRIGGER USER',
  'ALTER TABLE crm.ledger_entry DISABLE TRIGGER USER',
  `DELETE FROM crm.ledger_line l USING crm.ledger_entry e
   WHERE e.id = l.entry_id AND e.kind = 'credit_use' AND e.service_id > 1000000 AND e.isp_id = ANY($1)`,
  "DELETE FROM crm.ledger_entry WHERE kind = 'credit_use' AND service_id > 1000000 AND isp_id = ANY($1)",
  'ALTER TABLE crm.ledger_entry ENABLE TRIGGER USER',
  'ALTER TABLE crm.ledger_line ENABLE TRIGGER USER',
  'ALTER TABLE crm.service DISABLE TRIGGER USER',
  'ALTER TABLE crm.period DISABLE TRIGGER USER',
  `UPDATE crm.period p SET starts_on = p.starts_on - late.days, ends_on = p.ends_on - late.days
   FROM (SELECT s.id, s.valid_upto - (now() AT TIME ZONE z.timezone)::date + 1 AS days
         FROM crm.service s JOIN crm.isp_setting z ON z.isp_id = s.isp_id) late
   WHERE late.id = p.service_id AND p.isp_id = ANY($1)`,
  `UPDATE crm.service s SET valid_from = p.starts_on, valid_upto = p.ends_on, anchor_day = extract(day FROM p.ends_on + 1)
   FROM crm.period p WHERE p.id = s.period_id AND s.isp_id = ANY($1)`,
  'ALTER TABLE crm.service ENABLE TRIGGER USER',
  'ALTER TABLE crm.period ENABLE TRIGGER USER',
  // Their turn is now.
  'DELETE FROM crm.clock_turn WHERE isp_id = ANY($1)',
];

const WRONG = `
  WITH counted AS (
    SELECT s.id, s.isp_id,
      (SELECT count(*) FROM crm.period p WHERE p.service_id = s.id) AS periods,
      (SELECT count(*) FROM crm.charge c WHERE c.service_id = s.id) AS charges,
      (SELECT count(*) FROM crm.invoice i WHERE i.service_id = s.id) AS invoices
    FROM crm.service s WHERE s.isp_id = ANY($1)),
  numbered AS (
    SELECT isp_id, count(*) AS invoices, count(DISTINCT number) AS numbers, max(number) - min(number) + 1 AS span
    FROM crm.invoice WHERE isp_id = ANY($1) GROUP BY isp_id)
  SELECT format('service %s of ISP %s has %s periods, %s charges, %s invoices', id, isp_id, periods, charges, invoices) AS text
  FROM counted WHERE (periods, charges, invoices) <> (2, 1, 1)
  UNION ALL
  SELECT format('ISP %s has %s invoices, %s numbers, from the first to the last %s', isp_id, invoices, numbers, span)
  FROM numbered WHERE invoices <> numbers OR numbers <> span
  LIMIT 20`;
