import { z } from 'zod';
import type { Clock } from '../../../../core/clock.ts';
import { Fault } from '../../../../core/fault.ts';
import { ispsOnly, type Scope, scopeConditions } from '../../../../core/tenancy/scope.ts';
import { amount, described, id, ipv4, timestamp } from '../../../../core/wire/index.ts';
import type { Database } from '../../../../db/database.ts';
import { join, query, type Sql, sql } from '../../../../db/sql.ts';
import { type NatRule, translate } from './arithmetic.ts';

export interface DatedNatRule extends NatRule {
  readonly id: number;
  readonly nasId: number;
  readonly validFrom: Date;
  readonly validUpto: Date | null;
}

/** Rules `r`. */
export const natRulesWhere = (db: Pick<Database, 'pool'>, conditions: readonly Sql[]): Promise<DatedNatRule[]> =>
  query<DatedNatRule>(
    db.pool,
    sql`SELECT r.id, r.nas_id AS "nasId", host(r.inside_from) AS "insideFrom", host(r.inside_upto) AS "insideUpto",
          host(r.public_from) AS "publicFrom", host(r.public_upto) AS "publicUpto", r.ports, r.first_port AS "firstPort",
          r.last_port AS "lastPort", r.valid_from AS "validFrom", r.valid_upto AS "validUpto"
        FROM radius.nat_rule r WHERE ${join([...conditions], ' AND ')} ORDER BY r.id`,
  );

export const natTranslation = z.strictObject({
  nasid: id(),
  ip: ipv4(),
  at: described('when absent, now', timestamp()).optional(),
});

export const translated = z.strictObject({ ruleid: id(), publicip: ipv4(), first_port: amount(), last_port: amount() });

interface Call {
  readonly db: Pick<Database, 'pool'>;
  readonly scope: Scope;
  readonly kernel: { readonly clock: Clock };
  readonly input: z.output<typeof natTranslation>;
}

/** The public address and ports of an inside address. @throws Fault of kind `notFound` without a rule for it */
export async function translateInside({ db, scope, kernel, input }: Call): Promise<z.output<typeof translated>> {
  const { nasid, ip, at = kernel.clock.now() } = input;
  const rules = await natRulesWhere(db, [
    ...scopeConditions(scope, { isp: 'r.isp_id', own: ispsOnly }),
    sql`r.nas_id = ${nasid} AND ${ip}::inet BETWEEN r.inside_from AND r.inside_upto`,
    sql`r.valid_from <= ${at} AND (r.valid_upto IS NULL OR r.valid_upto > ${at})`,
  ]);
  const [rule] = rules;
  const found = rule ? translate(rule, ip) : null;
  if (!rule || !found) throw new Fault('notFound', `NAS ${nasid} has no NAT rule for ${ip} at that time`);
  return { ruleid: rule.id, publicip: found.outside, first_port: found.first, last_port: found.last };
}
