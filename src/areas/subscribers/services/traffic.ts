import type { z } from 'zod';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Database } from '../../../db/database.ts';
import { period, type TrafficGraph } from '../../network/traffic/graph.ts';
import { trafficOfService } from '../../network/traffic/of-service.ts';
import { findService, namedService } from './find.ts';

export const serviceTraffic = namedService.extend({ period: period() });

/** @throws Fault of kind `notFound` */
export async function readServiceTraffic(
  db: Pick<Database, 'pool'>,
  { scope, now }: { readonly scope: Scope; readonly now: Date },
  input: z.output<typeof serviceTraffic>,
): Promise<TrafficGraph> {
  const service = await findService(db.pool, scope, input.serviceid);
  return trafficOfService(db, service, { period: input.period, now });
}
