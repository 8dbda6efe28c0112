import { FrequentTexts, type Sql } from '../../db/sql.ts';
import type { Scope } from '../tenancy/scope.ts';
import type { Filter, Given } from './filters.ts';
import type { ListDefinition } from './list.ts';
import { DEEP_OFFSET } from './page-keys.ts';

type Prepared = Pick<ListDefinition, 'filters' | 'key' | 'sort' | 'sortedAcrossIsps' | 'only'>;

interface Request {
  readonly scope: Scope;
  readonly input: object;
}

/**
 * How a list's statement runs.
 * - `generic`: prepared and planned once, where the best plan is the same for all values. Planning takes longer than finding.
 * - `custom`: prepared, which saves a quarter of a small list, but planned for its values: a pattern, a range and a rare
 *   status need different plans.
 * - undefined: parsed and planned each time. Callers can combine filters freely, and few combinations are frequent.
 */
export type Preparation = 'generic' | 'custom' | undefined;

/** A connection keeps about 100 kB for each. */
const MAX_PREPARED = 50;
const frequent = { generic: new FrequentTexts(MAX_PREPARED), custom: new FrequentTexts(MAX_PREPARED) };

export function preparationOf(list: Prepared, statement: Sql, request: Request): Preparation {
  const plan = planKindOf(list, request);
  return frequent[plan].use(statement.text) ? plan : undefined;
}

/** How a list's statement is prepared once it is frequent. */
export const planKindOf = (list: Prepared, request: Request) => (hasOnePlan(list, request) ? 'generic' : 'custom');

function hasOnePlan(list: Prepared, { scope, input }: Request): boolean {
  const given = input as Given;
  const filters = Object.entries(list.filters).filter(([name]) => given[name] !== undefined);
  const isSelective = filters.some(([name, filter]) => filter.isSelective?.(given[name] as never, given) === true);
  return (
    isSelective ||
    (isOfIsp(scope) &&
      isIndexOrder(
        list,
        given,
        filters.map(([, filter]) => filter),
      ))
  );
}

/** Does an ISP see all its rows, so that its scope adds no condition but the ISP? */
const isOfIsp = ({ ispId, resellerId, locations, customerId }: Scope) =>
  ispId !== null && resellerId === null && locations === null && customerId === undefined;

/**
 * Are these the first entries of an index of the ISP: in the order of a sort, or with one value of a sorted column in the order
 * of the key? Then nothing is better than to read as many entries as the page has rows, however frequent the value is.
 */
function isIndexOrder(
  { key, sort = {}, sortedAcrossIsps, only }: Prepared,
  { show_count, rows_offset = 0, sort_field }: Given,
  [filter, ...others]: readonly Filter[],
): boolean {
  if (!sortedAcrossIsps || only || show_count || Number(rows_offset) >= DEEP_OFFSET || others.length > 0) return false;
  const by = sort[String(sort_field)];
  if (!filter) return typeof by === 'string';
  return by === key && filter.equals !== undefined && Object.values(sort).includes(filter.equals);
}
