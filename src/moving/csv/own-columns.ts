import { newPlan } from '../../areas/catalogue/plans/create.ts';
import { newSubPlan } from '../../areas/catalogue/plans/sub-plans/create.ts';
import { newPool } from '../../areas/network/ip-pools/create.ts';
import { newNas } from '../../areas/network/nas/create.ts';
import { newCustomer } from '../../areas/subscribers/customers/create.ts';
import { newService } from '../../areas/subscribers/services/new-service.ts';
import type { Kind } from '../source-row.ts';

/** Parameters that mean nothing outside their installation. */
const LEFT_OUT = [
  ...['ispid', 'resellerid', 'resellers', 'proxyid', 'planid', 'subplanid', 'customerid', 'leadid', 'preview'],
  ...['bill_from', 'bw1_pool', 'bw2_pool', 'bw3_pool', 'lc', 'slc'],
];
const parametersOf = (schema: { readonly shape: object }): string[] =>
  Object.keys(schema.shape).filter((name) => !LEFT_OUT.includes(name));

interface OwnFile {
  readonly file: string;
  readonly kind: Kind;
  readonly columns: readonly string[];
  /** The column that is the key where there is no column `key`, or it is empty. */
  readonly keyedBy: string | null;
}

/**
 * The files of our own format, in the order in which they are read. Each may be missing. `reseller` is for people: an import has
 * one owner for all.
 */
export const OWN_FILES: readonly OwnFile[] = [
  {
    ...{ file: 'locations.csv', kind: 'location', keyedBy: null },
    columns: ['location_code', 'location', 'sub_location_code', 'sub_location'],
  },
  { file: 'pools.csv', kind: 'pool', keyedBy: 'pool_name', columns: parametersOf(newPool) },
  { file: 'nases.csv', kind: 'nas', keyedBy: 'ip', columns: parametersOf(newNas) },
  { file: 'plans.csv', kind: 'plan', keyedBy: 'name', columns: ['key', ...parametersOf(newPlan)] },
  { file: 'subplans.csv', kind: 'subplan', keyedBy: null, columns: ['key', 'plan', ...parametersOf(newSubPlan)] },
  {
    file: 'customers.csv',
    kind: 'customer',
    keyedBy: null,
    columns: ['key', 'reseller', ...parametersOf(newCustomer)],
  },
  {
    ...{ file: 'services.csv', kind: 'service', keyedBy: 'username' },
    columns: [
      ...[
        'key',
        'reseller',
        'customer',
        'plan',
        'subplan',
        'status',
        'valid_from',
        'valid_upto',
        'balance',
        'new_password',
      ],
      ...parametersOf(newService),
    ],
  },
];

/** Of opening balances in a file of their own: by the key or the user name of the service. */
export const BALANCES = { file: 'balances.csv', columns: ['service', 'balance'] } as const;
