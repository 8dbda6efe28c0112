import { z } from 'zod';
import { connectivity } from '../../../core/vocabulary/plan.ts';
import * as vocabulary from '../../../core/vocabulary/service.ts';
import {
  code,
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
} from '../../../core/wire/index.ts';
import { previewParameter } from './outcome.ts';
import { ownSessionLimit } from './session-limit.ts';
import { newStaticPrefixes } from './static-prefixes.ts';

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
  connectivity: connectivity(),
  prepaid_postpaid: oneOf(vocabulary.PAYMENT_KINDS),
  installation_address: oneOf(vocabulary.INSTALLATION_ADDRESSES).default('same'),
  billing_address: oneOf(vocabulary.BILLING_ADDRESSES).default('same'),
  ia_zipcode: text(16).optional(),
  ia_state: text().optional(),
  ia_city: text().optional(),
  ia_street: text().optional(),
  ba_zipcode: text(16).optional(),
  ba_state: text().optional(),
  ba_city: text().optional(),
  ba_street: text().optional(),
  bill_from: described('default: today', ymd()).optional(),
  billing_start_day: wholeNumber(0, 30).default(0),
  discount_percent: percent().default('0'),
  discount_amt: money().default('0'),
  tax_id: text(32).optional(),
  ip_assignment: oneOf(vocabulary.CREATED_IP_ASSIGNMENTS).default('NAS'),
  ippool: text(64).optional(),
  staticip: ipv4().optional(),
  mac: mac().optional(),
  mac_bind: oneOf(vocabulary.MAC_BINDS).default('Auto'),
  deposit: money().default('0'),
  installation_amt: money().default('0'),
  credit_limit: money().optional(),
  latitude: vocabulary.coordinate(90).optional(),
  longitude: vocabulary.coordinate(180).optional(),
  ...newStaticPrefixes,
  session_limit: ownSessionLimit().optional(),
  leadid: id().optional(),
  ...previewParameter,
});

export type NewService = z.output<typeof newService>;
