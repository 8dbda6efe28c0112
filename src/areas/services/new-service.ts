import { z } from 'zod';
import type { FieldFault } from '../../core/fault.ts';
import {
  code,
  decimal,
  described,
  id,
  ipv4,
  mac,
  money,
  oneOf,
  percent,
  secret,
  text,
  username,
  wholeNumber,
  ymd,
} from '../../core/wire/index.ts';
import * as vocabulary from './vocabulary.ts';

export const coordinate = (limit: number) => decimal({ places: 6, min: -limit, max: limit });

/** Contract 4.14. */
export const newService = z.strictObject({
  customerid: id(),
  planid: id(),
  subplanid: id(),
  username: username(),
  password: secret(),
  location_code: code(),
  sub_location_code: code(),
  protocol: oneOf(vocabulary.SERVICE_PROTOCOLS),
  connectivity: oneOf(vocabulary.SERVICE_CONNECTIVITIES, { Fiber: 'Fibre' }),
  prepaid_postpaid: oneOf(vocabulary.PAYMENT_KINDS),
  installation_address: described(
    "same: the customer's; new: `ia_*`",
    oneOf(vocabulary.INSTALLATION_ADDRESSES),
  ).default('same'),
  billing_address: described(
    "same: the customer's; ia: that of the installation; new: `ba_*`",
    oneOf(vocabulary.BILLING_ADDRESSES),
  ).default('same'),
  ia_zipcode: text(16).optional(),
  ia_state: text().optional(),
  ia_city: text().optional(),
  ia_street: text().optional(),
  ba_zipcode: text(16).optional(),
  ba_state: text().optional(),
  ba_city: text().optional(),
  ba_street: text().optional(),
  bill_from: described('first day of the first period; today when absent', ymd()).optional(),
  billing_start_day: described(
    'day of the month that periods begin on; 0: that of the renewal',
    wholeNumber(0, 30),
  ).default(0),
  discount_percent: percent().default('0'),
  discount_amt: money().default('0'),
  tax_id: text(32).optional(),
  ip_assignment: oneOf(vocabulary.CREATED_IP_ASSIGNMENTS).default('NAS'),
  ippool: described('name of a pool', text(64)).optional(),
  staticip: ipv4().optional(),
  mac: mac().optional(),
  mac_bind: described('Auto: to the first MAC that logs in; Manual: to `mac`', oneOf(vocabulary.MAC_BINDS)).default(
    'Auto',
  ),
  deposit: money().default('0'),
  installation_amt: money().default('0'),
  credit_limit: described("what may be owed; the ISP's default when absent", money()).optional(),
  latitude: coordinate(90).optional(),
  longitude: coordinate(180).optional(),
  leadid: described('the lead that became this service', id()).optional(),
});

export type NewService = z.output<typeof newService>;

const ADDRESS_PARTS = ['zipcode', 'state', 'city', 'street'] as const;

/** What those rules look at; an update gives them the service as it will be. */
type Rules = Partial<
  Pick<NewService, `${'ia' | 'ba'}_${'zipcode' | 'state' | 'city' | 'street'}` | 'ippool' | 'staticip' | 'mac'>
> &
  Pick<NewService, 'installation_address' | 'billing_address'> & {
    readonly ip_assignment: string;
    readonly mac_bind: string;
  };

/** The rules of contract 4.14 that join several parameters. */
export function serviceFaults(input: Rules): FieldFault[] {
  const faults: FieldFault[] = [];
  const require = (parameter: keyof Rules, why: string) => {
    if (input[parameter] === undefined) faults.push({ parameter, problem: `is required when ${why}` });
  };
  for (const part of ADDRESS_PARTS) {
    if (input.installation_address === 'new') require(`ia_${part}`, 'installation_address is new');
    if (input.billing_address === 'new') require(`ba_${part}`, 'billing_address is new');
  }
  if (input.staticip !== undefined) require('ippool', 'staticip is given');
  if (input.ip_assignment === 'IPpool') require('ippool', 'ip_assignment is IPpool');
  if (input.ip_assignment === 'StaticIP') require('staticip', 'ip_assignment is StaticIP');
  if (input.mac_bind === 'Manual') require('mac', 'mac_bind is Manual');
  return faults;
}
