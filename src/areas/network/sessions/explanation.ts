import { z } from 'zod';
import { ACCESS_CAUSES } from '../../../core/vocabulary/access.ts';
import { SERVICE_STATUSES } from '../../../core/vocabulary/service.ts';
import * as wire from '../../../core/wire/index.ts';
import { AUTH_RESPONSES } from './auth-log.ts';
import { IDENTITY_KINDS } from './explain-identity.ts';

export const explainInput = z.strictObject({
  username: wire.described('optional with circuit_id or mac', wire.text()).optional(),
  nasip: wire.ip().optional(),
  mac: wire.mac().optional(),
  circuit_id: wire.lineId().optional(),
  remote_id: wire.lineId().optional(),
});

export const explanation = z.object({
  serviceid: wire.id(),
  username: wire.shown(),
  status: wire.oneOf(SERVICE_STATUSES),
  bw_level: wire.amount(),
  data_exhausted: wire.flagYN(),
  valid_upto: wire.ymd().nullable(),
  /** What a login with the right password would get. */
  response: wire.oneOf(AUTH_RESPONSES),
  access: wire.oneOf(['plan', 'reduced', 'blocked', 'none']),
  reason: wire.shown().nullable(),
  /** The rule about the service that grants less than level 1 of the plan. */
  cause: wire.oneOf(ACCESS_CAUSES).nullable(),
  dl: wire.amount().nullable(),
  ul: wire.amount().nullable(),
  /** Where the address would come from: a pool on the NAS, or one that this node leases from. */
  pool: wire.shown().nullable(),
  ip: wire.ipv4().nullable(),
  /** IPv6 of the link, and delegated; null with a pool: any prefix of it. */
  ip6_prefix: wire.shown().nullable(),
  ip6_pool: wire.shown().nullable(),
  pd_prefix: wire.shown().nullable(),
  pd_pool: wire.shown().nullable(),
  nasip: wire.ip().nullable(),
  mac: wire.shown().nullable(),
  /** The identity by which the service was found; null: its username. */
  identity: wire.oneOf(IDENTITY_KINDS).nullable(),
  attributes: z.array(z.object({ name: wire.shown(), value: wire.shown() })),
  online: wire.flagYN(),
  sessionid: wire.shown().nullable(),
  /** Whether the live session has what a login would get; null: no live session, or not known. */
  session_current: wire.flagYN().nullable(),
  last_response: wire.oneOf(AUTH_RESPONSES).nullable(),
  last_reason: wire.shown().nullable(),
  last_at: wire.timestamp().nullable(),
});

export type ExplainInput = z.output<typeof explainInput>;

/** How a log-in would be decided now, in the words of the API. */
export type Explanation = z.output<typeof explanation>;
