import { z } from 'zod';
import { connectivity } from '../../../core/vocabulary/plan.ts';
import * as vocabulary from '../../../core/vocabulary/service.ts';
import { code, id, ipv4, mac, money, oneOf, percent, secret, text, wholeNumber } from '../../../core/wire/index.ts';
import { ownSessionLimit } from './session-limit.ts';
import { changedStaticPrefixes } from './static-prefixes.ts';

const addressPart = (max = 200) => text(max).nullable().optional();

/** Contract 4.14: everything but `serviceid` may be left out; allowed values and rules as on create. */
export const serviceChange = z.strictObject({
  serviceid: id(),
  password: secret().optional(),
  billing_start_day: wholeNumber(0, 30).optional(),
  discount_percent: percent().optional(),
  discount_amt: money().optional(),
  tax_id: text(32).nullable().optional(),
  location_code: code().optional(),
  sub_location_code: code().optional(),
  protocol: oneOf(vocabulary.SERVICE_PROTOCOLS).optional(),
  connectivity: connectivity().optional(),
  prepaid_postpaid: oneOf(vocabulary.PAYMENT_KINDS).optional(),
  ip_assignment: oneOf(vocabulary.CREATED_IP_ASSIGNMENTS).optional(),
  ippool: text(64).nullable().optional(),
  staticip: ipv4().nullable().optional(),
  mac: mac().nullable().optional(),
  ...changedStaticPrefixes,
  session_limit: ownSessionLimit().nullable().optional(),
  mac_bind: oneOf(vocabulary.MAC_BINDS).optional(),
  latitude: vocabulary.coordinate(90).nullable().optional(),
  longitude: vocabulary.coordinate(180).nullable().optional(),
  installation_address: oneOf(vocabulary.INSTALLATION_ADDRESSES).optional(),
  ia_zipcode: addressPart(16),
  ia_state: addressPart(),
  ia_city: addressPart(),
  ia_street: addressPart(),
  billing_address: oneOf(vocabulary.BILLING_ADDRESSES).optional(),
  ba_zipcode: addressPart(16),
  ba_state: addressPart(),
  ba_city: addressPart(),
  ba_street: addressPart(),
});

export type ServiceChange = z.output<typeof serviceChange>;
