import { badParameter, Fault } from '../../core/fault.ts';
import { isAvailableTo } from '../../core/tenancy/owner.ts';
import { query, type Sql, sql } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import type { ImportRun } from '../run.ts';

export interface PlanRef {
  readonly planid: number;
  readonly subplanid: number;
}

/** The plan and sub plan that a source, or the mapping, names for services. Each is looked up once. */
export class PlanRefs {
  readonly #run: ImportRun;
  readonly #known = new Map<string, PlanRef | Fault>();

  constructor(run: ImportRun) {
    this.#run = run;
  }

  /** @throws Fault of kind `badInput` that says what is missing */
  async find(tx: Tx, plan: string, subplan: string | undefined): Promise<PlanRef> {
    const key = JSON.stringify([plan, subplan]);
    const found = this.#known.get(key) ?? (await this.#look(tx, plan, subplan).catch(asFault));
    this.#known.set(key, found);
    if (found instanceof Fault) throw found;
    return found;
  }

  async #look(tx: Tx, plan: string, subplan: string | undefined): Promise<PlanRef> {
    const planid = await this.#planId(tx, plan);
    const mapped = this.#run.mapping.plans[plan];
    const wanted = subplan ?? (typeof mapped === 'object' ? mapped.subplan : undefined);
    const keyed =
      subplan === undefined ? undefined : (await this.#run.keys.find(tx, 'subplan', [subplan])).get(subplan);
    if (keyed !== undefined) return { planid, subplanid: keyed };
    const which = wanted === undefined ? sql`true` : named(wanted, 'b');
    const rows = await query<{ id: number }>(
      tx,
      sql`SELECT b.id FROM crm.sub_plan b WHERE b.plan_id = ${planid} AND b.deleted_at IS NULL AND ${which} ORDER BY b.id`,
    );
    const [first] = rows;
    if (!first) throw badParameter('subplan', `plan ${plan} has no sub plan ${wanted ?? ''}`.trim());
    if (rows.length > 1)
      throw badParameter('subplan', `plan ${plan} has ${rows.length} sub plans; name one in the mapping file`);
    return { planid, subplanid: first.id };
  }

  async #planId(tx: Tx, plan: string): Promise<number> {
    const { mapping, keys, call } = this.#run;
    const mapped = mapping.plans[plan];
    const ref = typeof mapped === 'object' ? mapped.plan : mapped;
    if (ref === undefined) {
      const id = (await keys.find(tx, 'plan', [plan])).get(plan);
      if (id !== undefined) return id;
    }
    const rows = await query<{ id: number }>(
      tx,
      sql`SELECT x.id FROM crm.plan x
          WHERE ${isAvailableTo(call.owner)} AND x.deleted_at IS NULL AND ${named(ref ?? plan, 'x')} ORDER BY x.id LIMIT 1`,
    );
    const [found] = rows;
    if (!found) throw badParameter('plan', `there is no plan ${ref ?? plan}: name one under plans in the mapping file`);
    return found.id;
  }
}

const named = (ref: number | string, alias: 'x' | 'b'): Sql => {
  const [id, name] = alias === 'x' ? [sql`x.id`, sql`x.name`] : [sql`b.id`, sql`b.name`];
  return typeof ref === 'number' ? sql`${id} = ${ref}` : sql`${name} = ${ref}`;
};

function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  throw error;
}
