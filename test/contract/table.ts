import type { Endpoint } from './endpoint.ts';
import { backup } from './table/backup.ts';
import { customers } from './table/customers.ts';
import { ipPools } from './table/ip-pools.ts';
import { isps } from './table/isps.ts';
import { leads } from './table/leads.ts';
import { locations } from './table/locations.ts';
import { nas, nasIpPools } from './table/nas.ts';
import { plans } from './table/plans.ts';
import { resellers } from './table/resellers.ts';
import { server } from './table/server.ts';
import { services } from './table/services.ts';
import { sessions } from './table/sessions.ts';
import { users } from './table/users.ts';

export { extensions } from './table/extensions.ts';

/** Section 4 of the contract, in its order. */
export const contract: readonly Endpoint[] = [
  ...server,
  ...users,
  ...sessions,
  ...ipPools,
  ...nas,
  ...nasIpPools,
  ...plans,
  ...leads,
  ...resellers,
  ...isps,
  ...locations,
  ...backup,
  ...customers,
  ...services,
];
