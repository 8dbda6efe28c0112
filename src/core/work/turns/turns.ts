import { Fault } from '../../fault.ts';
import { RETRY_AFTER_S, Refusals } from '../refusals.ts';
import { LATE, MAX_OF_LANE, MAX_WAITING, type TurnsOptions, WAIT_MS } from './options.ts';
import { RecentTenants } from './recent-tenants.ts';
import { type Caller, type Lane, OWN, Tenant, type TurnKey, type Waiting } from './tenant.ts';

/** A slot that somebody has. */
export type Turn = Lane;

/**
 * Slots that tenants take turns at: round robin among the tenants that wait, first come first served within a lane of one. A
 * tenant alone may have all slots but one, beside others a third of them, whatever its calls wait for; so that another one
 * always finds a slot soon. A call that has a slot must not wait for another one of the same turns.
 */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #tenants = new Map<TurnKey, Tenant>();
  /** The tenants that wait; the one that was served last comes last. */
  readonly #ring: Tenant[] = [];
  #free: number;
  #waiting = 0;
  readonly #recent: RecentTenants;
  readonly #refusals: Refusals;

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.#recent = new RecentTenants(options.now ?? (() => performance.now()));
    const refusal = `too many calls from ${options.of} are waiting; try again in ${RETRY_AFTER_S} seconds`;
    this.#refusals = new Refusals(refusal, options.refuseAfterMs);
    this.#free = options.slots;
  }

  /** Calls that wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Calls that have been refused so far. */
  get refused(): number {
    return this.#refusals.count;
  }

  get free(): number {
    return this.#free;
  }

  /** @throws what the work throws; a Fault of kind `tooMany` if too many calls of the tenant wait already */
  async run<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    const taken = this.take(caller);
    const turn = taken instanceof Promise ? await taken : taken;
    try {
      return await work();
    } finally {
      this.end(turn);
    }
  }

  /** A slot, which must be given back with `end`; at once if one is free. The promise rejects as `run`. */
  take(caller: Caller): Turn | Promise<Turn> {
    this.#recent.note(caller.tenant);
    const tenant = this.#tenantOf(caller.tenant);
    const lane = tenant.lane(caller.lane);
    if (this.#free > 0 && lane.waiting.length === 0 && tenant.admits(lane, this.#most(tenant))) {
      this.#begin(lane);
      return lane;
    }
    if (caller.patient || !this.#isFull(lane)) return this.#wait(lane, caller);
    tenant.forget(lane);
    return this.#refusals.refuse();
  }

  end(turn: Turn): void {
    this.#free += 1;
    turn.tenant.end(turn);
    this.#forget(turn.tenant);
    this.#serve();
  }

  #isFull({ tenant, key, waiting }: Lane): boolean {
    const { mostWaiting = MAX_WAITING, mostOfLane = MAX_OF_LANE } = this.#options;
    return tenant.waiting >= mostWaiting || (key !== OWN && waiting.length >= mostOfLane);
  }

  #wait(lane: Lane, { whenGone, patient }: Caller): Promise<Turn> {
    const { tenant } = lane;
    return new Promise<Turn>((resolve, reject) => {
      let stop: (() => void) | undefined;
      const begin = (): void => {
        clearTimeout(timer);
        stop?.();
        resolve(lane);
      };
      const leave = (why: Fault): void => {
        if (!tenant.remove(waiting)) return;
        clearTimeout(timer);
        stop?.();
        this.#left(tenant);
        reject(why);
      };
      const waiting: Waiting = { lane, begin };
      if (tenant.waiting === 0) this.#ring.push(tenant);
      tenant.add(waiting);
      this.#waiting += 1;
      const { waitMs = WAIT_MS, late = LATE } = this.#options;
      const timer = patient ? undefined : setTimeout(() => leave(new Fault('unavailable', late)), waitMs).unref();
      stop = whenGone?.(() => leave(new Fault('unavailable', 'the caller is gone')));
    });
  }

  #left(tenant: Tenant): void {
    this.#waiting -= 1;
    if (tenant.waiting === 0) this.#ring.splice(this.#ring.indexOf(tenant), 1);
    this.#forget(tenant);
  }

  /** Gives the free slots to those whose turn it is. */
  #serve(): void {
    for (let at = 0; this.#free > 0 && at < this.#ring.length; ) {
      const tenant = this.#ring[at] as Tenant;
      const waiting = tenant.next(this.#most(tenant));
      if (!waiting) {
        at += 1;
        continue;
      }
      this.#waiting -= 1;
      this.#begin(waiting.lane);
      this.#ring.splice(at, 1);
      if (tenant.waiting > 0) this.#ring.push(tenant);
      waiting.begin();
    }
  }

  #begin(lane: Lane): void {
    this.#free -= 1;
    lane.tenant.begin(lane);
  }

  #most(tenant: Tenant): number {
    const { slots } = this.#options;
    return this.#hasOthers(tenant) ? Math.ceil(slots / 3) : Math.max(1, slots - 1);
  }

  /** Whether others call at this time. */
  #hasOthers({ key, running, waiting }: Tenant): boolean {
    const others = this.#options.slots - this.#free > running || this.#waiting > waiting;
    return others || this.#recent.hasOther(key);
  }

  #tenantOf(key: TurnKey): Tenant {
    const known = this.#tenants.get(key);
    if (known) return known;
    const tenant = new Tenant(key);
    this.#tenants.set(key, tenant);
    return tenant;
  }

  #forget(tenant: Tenant): void {
    if (tenant.isIdle) this.#tenants.delete(tenant.key);
  }
}
