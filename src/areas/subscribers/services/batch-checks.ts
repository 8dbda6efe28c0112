import type { Call } from '../../../core/call.ts';
import { badParameters, Fault, notFound, parameterFault } from '../../../core/fault.ts';
import type { Owner } from '../../../core/tenancy/owner.ts';
import { query, sql } from '../../../db/sql.ts';
import type { Tx } from '../../../db/tx.ts';
import { taxIdFaults, taxSchemeOf } from '../../money/tax/check-tax-id.ts';
import { checkCodes } from '../../tenancy/locations/codes.ts';
import type { NewService } from './new-service.ts';
import { findFittingPlan } from './plan-fit.ts';
import { serviceFaults } from './rules.ts';
import { findIpPool } from './static-ip.ts';
import { checkStaticPrefixes } from './static-prefixes.ts';

/** What services of a batch have in common is read once. */
export class BatchChecks {
  readonly #tx: Tx;
  readonly #call: Call & { readonly owner: Owner };
  readonly #known = new Map<string, Promise<unknown>>();

  constructor(tx: Tx, call: Call & { readonly owner: Owner }) {
    this.#tx = tx;
    this.#call = call;
  }

  /** Of those whose customer is missing or whose user name is taken, by their position. */
  async refusals(wanted: readonly { readonly input: NewService }[]): Promise<Map<number, Fault>> {
    const { owner } = this.#call;
    const names = wanted.map(({ input }) => input.username.toLowerCase());
    const [customers, taken] = await Promise.all([
      query<{ id: number }>(
        this.#tx,
        sql`SELECT c.id FROM crm.customer c WHERE c.id = ANY(${wanted.map(({ input }) => input.customerid)}::int[])
              AND c.isp_id = ${owner.ispId} AND c.reseller_id IS NOT DISTINCT FROM ${owner.resellerId}::int
              AND c.deleted_at IS NULL ORDER BY c.id FOR SHARE`,
      ),
      query<{ name: string }>(
        this.#tx,
        sql`SELECT lower(s.username) AS name FROM crm.service s
            WHERE s.isp_id = ${owner.ispId} AND lower(s.username) = ANY(${names}::text[]) AND s.deleted_at IS NULL`,
      ),
    ]);
    const known = new Set(customers.map(({ id }) => id));
    const used = new Set(taken.map(({ name }) => name));
    const faults = new Map<number, Fault>();
    for (const [at, { input }] of wanted.entries()) {
      const name = names[at] ?? '';
      if (!known.has(input.customerid)) faults.set(at, notFound('customer', input.customerid));
      else if (used.has(name)) faults.set(at, parameterFault('conflict', 'username', 'is already taken'));
      used.add(name);
    }
    return faults;
  }

  /** The id of its pool, null without one; or why the rules refuse it. */
  async refusal(input: NewService): Promise<Fault | number | null> {
    try {
      const { owner, scope } = this.#call;
      const scheme = input.tax_id ? await this.#once({ scheme: owner }, () => taxSchemeOf(this.#tx, owner)) : null;
      const faults = [...serviceFaults(input), ...taxIdFaults(scheme, input.tax_id)];
      if (faults.length > 0) throw badParameters(faults);
      const { planid, subplanid, protocol, connectivity, billing_start_day } = input;
      const demand = { planid, subplanid, protocol, connectivity, billing_start_day };
      const codes = { ...owner, lc: input.location_code, slc: input.sub_location_code };
      await this.#once({ demand }, () => findFittingPlan(this.#tx, owner, demand));
      await this.#once({ codes }, () => checkCodes(this.#tx, scope, codes));
      if (input.ip6_prefix !== undefined || input.pd_prefix !== undefined)
        await checkStaticPrefixes(this.#tx, { ispId: owner.ispId, serviceId: 0 }, input);
      const { ippool } = input;
      if (ippool === undefined) return null;
      return (await this.#once({ ippool }, () => findIpPool(this.#tx, owner, ippool))).id;
    } catch (error) {
      if (error instanceof Fault) return error;
      throw error;
    }
  }

  #once<T>(subject: object, read: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(subject);
    const known = this.#known.get(key) ?? read();
    this.#known.set(key, known);
    return known as Promise<T>;
  }
}
