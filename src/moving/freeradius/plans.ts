import type { Mapping } from '../mapping.ts';
import type { SourceRow } from '../source-row.ts';
import { isExpiration } from './expiration.ts';
import { type Attribute, isRate, type Rate, rateOf } from './rates.ts';
import { isSimultaneousUse, simultaneousUseIn } from './simultaneous-use.ts';
import type { RadiusTables } from './tables.ts';

/** A plan that groups, or the rate of single users, become. */
export interface FoundPlan {
  readonly name: string;
  readonly at: string;
  readonly rate: Rate | null;
  readonly fault?: string;
  /** Sessions of a user at once. */
  readonly limit: number;
  readonly notes: readonly string[];
  readonly amt: string;
}

export interface FoundPlans {
  readonly mapping: Mapping;
  /** By the name of their group, or of their rate. */
  readonly made: ReadonlyMap<string, FoundPlan>;
  /** Groups whose members may not log in. */
  readonly rejecting: ReadonlySet<string>;
  /** What a group checks and replies. */
  readonly attributesOf: (group: string) => readonly Attribute[];
}

export const isRejection = ({ name, value }: Attribute): boolean =>
  /^Auth-Type$/i.test(name) && /^Reject$/i.test(value);

/** Attributes that carry nothing here: every log-in gets them anyway, or they say how FreeRADIUS works. */
const SILENT =
  /^(Auth-Type|Fall-Through|Service-Type|Framed-Protocol|Framed-Compression|Framed-MTU|Acct-Interim-Interval|Framed-Routing)$/i;

/** Why an attribute is not taken over; undefined if nothing is lost. */
export function lossOf(attribute: Attribute): string | undefined {
  const { name } = attribute;
  // The end of a group is that of its members.
  if (SILENT.test(name) || isExpiration(name)) return undefined;
  if (isSimultaneousUse(attribute)) return undefined;
  return `${name} is not imported`;
}

/** The name of the plan of a user who has a rate of its own. */
export const nameOfRate = ({ bw1_dl, bw1_ul, bw1_burst }: Rate): string =>
  `${bw1_dl}k/${bw1_ul}k${bw1_burst === undefined ? '' : ` burst ${bw1_burst}`}`;

/** The plans of the groups that the mapping does not name, and of the rates of single users. */
export function plansOf(tables: RadiusTables, mapping: Mapping): FoundPlans {
  const made = new Map<string, FoundPlan>();
  const rejecting = new Set<string>();
  for (const { name, at, check, reply, faults } of tables.groups.values()) {
    if (check.some(isRejection)) rejecting.add(name);
    else if (!isMapped(mapping, name)) {
      const rate = rateOf(reply);
      const fault = faults[0] ?? (typeof rate === 'string' ? rate : undefined);
      made.set(name, {
        ...{ name, at, rate: typeof rate === 'string' ? null : rate },
        ...(fault === undefined ? {} : { fault }),
        limit: simultaneousUseIn(check) ?? 1,
        notes: [...check, ...reply].flatMap((each) => (isTakenAsRate(each, reply) ? [] : (lossOf(each) ?? []))),
        amt: amtOf(mapping, name, tables.costOf(name)),
      });
    }
  }
  for (const { reply, at } of tables.accounts.values()) {
    const rate = rateOf(reply);
    if (rate === null || typeof rate === 'string') continue;
    const name = nameOfRate(rate);
    if (!made.has(name) && !isMapped(mapping, name))
      made.set(name, { name, at, rate, limit: 1, notes: [], amt: amtOf(mapping, name, undefined) });
  }
  const attributesOf = (name: string): readonly Attribute[] => {
    const { check = [], reply = [] } = tables.groups.get(name) ?? {};
    return [...check, ...reply];
  };
  return { mapping, made, rejecting, attributesOf };
}

function isTakenAsRate({ name, value }: Attribute, reply: readonly Attribute[]): boolean {
  if (!isRate(name)) return false;
  // With Mikrotik-Rate-Limit, or as the name of a filter, Filter-Id is not the rate.
  return (
    !/^filter-id$/i.test(name) ||
    (/^\d+\/\d+$/.test(value) && !reply.some((each) => /^mikrotik-rate-limit$/i.test(each.name)))
  );
}

/** Whether the mapping names a plan that is there. One with a price only is for a new plan. */
export function isMapped({ plans }: Mapping, name: string): boolean {
  const mapped = Object.hasOwn(plans, name) ? plans[name] : undefined;
  return mapped !== undefined && (typeof mapped !== 'object' || mapped.plan !== undefined);
}

function amtOf({ plans, defaults }: Mapping, name: string, cost: string | undefined): string {
  const mapped = Object.hasOwn(plans, name) ? plans[name] : undefined;
  return (typeof mapped === 'object' ? mapped.amt : undefined) ?? cost ?? defaults.amt ?? '0';
}

export function* planRows({ made, mapping: { defaults } }: FoundPlans): Generator<SourceRow> {
  const plans = [...made.values()];
  const { protocol = 'PPPoE', connectivity = 'Fibre', plan_period = 1, plan_period_unit = 'Month' } = defaults;
  for (const { name, at, rate, fault, limit, notes } of plans)
    yield {
      ...{ kind: 'plan', key: name, at, notes },
      values: {
        ...{ name, protocol, connectivity, plan_period: String(plan_period), plan_period_unit, bw1_gb: '0' },
        ...(rate ? { bw_mgmt: 'Radius', ...rate } : {}),
        ...(limit === 1 ? {} : { session_limit: String(limit) }),
      },
      ...(fault === undefined ? {} : { fault }),
    };
  for (const { name, at, amt, fault } of plans)
    yield {
      ...{ kind: 'subplan', key: name, at },
      values: { plan: name, name: 'Standard', units: '1', charge1: defaults.charge ?? 'Internet', amt1: amt },
      ...(fault === undefined ? {} : { fault: 'its plan cannot be imported' }),
      notes: Number(amt) === 0 ? ['its price is 0: set it before the next bill'] : [],
    };
}
