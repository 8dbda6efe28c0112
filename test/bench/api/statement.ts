import { appRouter } from '../../../src/app-router.ts';
import { listStatement } from '../../../src/core/list/index.ts';
import type { Scope } from '../../../src/core/tenancy/scope.ts';
import { decode } from '../../../src/rest/decode.ts';
import { API, routeAt, routeTable } from '../../../src/rest/routes.ts';
import type { HotList, Question } from './hot-lists.ts';

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Zone of every ISP of the dataset. */
const ZONE = 'Asia/Kolkata';
/** Where a telephone number without the code of a country is from: of the same ISPs. */
const REGIONS = ['IN'];
const routes = routeTable(appRouter);

/** The statement that the product sends for a question, for the rival to send as well. */
export function statementOf({ path, list }: HotList, { isp, parameters }: Question): Statement {
  const route = routeAt(routes, path.slice(API.length));
  if (!route?.input) throw new Error(`${path} takes no parameters`);
  const { input } = decode(route, new Map(Object.entries(parameters)), ZONE);
  const scope = {
    ispId: isp,
    resellerId: null,
    locations: null,
    by: 'bench',
    franchisee: false,
    regions: REGIONS,
  } as unknown as Scope;
  return listStatement(list, { scope, zone: ZONE, input: route.input.parse(input) as object }).render();
}
