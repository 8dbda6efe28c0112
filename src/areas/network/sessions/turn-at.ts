import type { Kernel } from '../../../core/kernel.ts';
import { sourceNetwork } from '../../../core/network/source-network.ts';
import type { WhenGone } from '../../../core/work/turns/tenant.ts';
import { Turns } from '../../../core/work/turns/turns.ts';
import type { Database } from '../../../db/database.ts';
import type { At } from './access-at.ts';

/** Few of the connections that lists use, since anyone can ask. */
const AT_ONCE = 4;
/** Devices ask again by themselves. */
const WAIT_MS = 5_000;

/** The tenant of questions about no ISP of which a subscriber was found. */
const NOBODYS = 0;

interface Askers {
  readonly turns: Turns;
  /** ISPs of which a subscriber was found. A stranger can name any number, of which each would have its turn. */
  readonly isps: Set<number>;
}

const askers = new WeakMap<Database, Askers>();

function askersOf(db: Database): Askers {
  const known = askers.get(db);
  if (known) return known;
  const late = 'too many requests; try again in a moment';
  const made = {
    turns: new Turns({ slots: AT_ONCE, of: 'the ISP', waitMs: WAIT_MS, late }),
    isps: new Set<number>(),
  };
  askers.set(db, made);
  return made;
}

export interface Visit extends At {
  readonly whenGone?: WhenGone | undefined;
}

/**
 * Looks up an address for people who have not signed in. ISPs take turns, and networks within an ISP, so the thousands whom one
 * ISP has blocked keep nobody of another waiting. Null if nothing can be there.
 * @throws Fault of kind `tooMany` or `unavailable`
 */
export async function turnAt<T>(
  { db, config }: Pick<Kernel, 'db' | 'config'>,
  { address, ispId, whenGone }: Visit,
  work: () => Promise<T | null>,
): Promise<T | null> {
  const { turns, isps } = askersOf(db);
  const owner = config.addressOwners.of(address);
  if (owner !== null && ispId !== null && owner !== ispId) return null;
  const isp = owner ?? ispId;
  const isKnown = isp !== null && (owner !== null || isps.has(isp));
  const tenant = isKnown ? isp : NOBODYS;
  const found = await turns.run({ tenant, lane: sourceNetwork(address), whenGone }, work);
  if (found !== null && isp !== null) isps.add(isp);
  return found;
}
