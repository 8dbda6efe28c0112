import { Fault } from '../../../../core/fault.ts';
import type { Database } from '../../../../db/database.ts';
import { fetchPicture, type GraphAddress, type Picture } from './picture.ts';

/** RouterOS draws anew every five minutes. */
const KEPT_MS = 60_000;
const MAX_KEPT = 64;
/** Of one ISP at once: routers that do not answer keep a place for three seconds. */
const MAX_UNDER_WAY = 32;

interface Kept {
  readonly at: number;
  readonly picture: Promise<Picture | null>;
}

/** What a node has fetched within the last minute, also that there was none: all who look share one request. */
class Pictures {
  readonly #kept = new Map<string, Kept>();
  readonly #underWay = new Map<number, number>();

  /** @throws Fault of kind `tooMany` */
  get(ispId: number, address: GraphAddress, now: number): Promise<Picture | null> {
    const key = JSON.stringify([ispId, address]);
    const kept = this.#kept.get(key);
    if (kept && Math.abs(now - kept.at) < KEPT_MS) return kept.picture;
    const picture = this.#fetch(ispId, address);
    this.#kept.delete(key);
    this.#kept.set(key, { at: now, picture });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return picture;
  }

  #fetch(ispId: number, address: GraphAddress): Promise<Picture | null> {
    const others = this.#underWay.get(ispId) ?? 0;
    if (others >= MAX_UNDER_WAY) {
      throw new Fault('tooMany', 'too many graphs are being fetched; try again in 3 seconds', {
        retryAfterS: 3,
      });
    }
    this.#underWay.set(ispId, others + 1);
    return fetchPicture(address).finally(() => {
      const left = (this.#underWay.get(ispId) ?? 1) - 1;
      if (left > 0) this.#underWay.set(ispId, left);
      else this.#underWay.delete(ispId);
    });
  }
}

const ofNode = new WeakMap<Database, Pictures>();

export function keptPictures(db: Database): Pictures {
  const pictures = ofNode.get(db) ?? new Pictures();
  ofNode.set(db, pictures);
  return pictures;
}
