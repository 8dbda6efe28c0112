import { Fault } from '../../../../core/fault.ts';
import type { Database } from '../../../../db/database.ts';
import type { RouterKernel } from '../find.ts';
import type { SessionRouter } from '../session.ts';
import { Meter } from './meter.ts';
import { rateReader } from './read-rate.ts';

/** Sessions that are watched at once, on each node by itself: each costs the router a question a second. */
const MAX_OF_NAS = 4;
const MAX_OF_ISP = 8;
const MAX_VIEWERS = 50;

interface Watched {
  readonly meter: Meter;
  readonly nasId: number;
  readonly ispId: number;
  /** Where it reads: a session may have another address by now, or its router other settings. */
  readonly source: string;
}

/** Of each node, by session. */
const watched = new WeakMap<Database, Map<number, Watched>>();

/** The meter of a session, which all its viewers share. @throws Fault of kind `tooMany` */
export function meterOf(kernel: RouterKernel, sessionId: number, router: SessionRouter): Meter {
  const all = watched.get(kernel.db) ?? new Map<number, Watched>();
  watched.set(kernel.db, all);
  const known = all.get(sessionId);
  const source = JSON.stringify([router.nas.id, router.nas.updatedAt, router.username, router.address]);
  if (known?.source === source && !known.meter.isOver) {
    if (known.meter.viewers >= MAX_VIEWERS) throw new Fault('tooMany', 'too many people watch this session');
    return known.meter;
  }
  const { id: nasId, ispId } = router.nas;
  const others = [...all].filter(([id]) => id !== sessionId).map(([, each]) => each);
  if (others.filter((each) => each.nasId === nasId).length >= MAX_OF_NAS) {
    throw new Fault('tooMany', `${MAX_OF_NAS} sessions of this router are watched already; close one of them`);
  }
  if (others.filter((each) => each.ispId === ispId).length >= MAX_OF_ISP) {
    throw new Fault('tooMany', `${MAX_OF_ISP} sessions of the ISP are watched already; close one of them`);
  }
  const meter = new Meter(
    () => rateReader(kernel, router),
    () => {
      if (all.get(sessionId)?.meter === meter) all.delete(sessionId);
    },
  );
  all.set(sessionId, { meter, nasId, ispId, source });
  return meter;
}
