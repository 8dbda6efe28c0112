import { RouterFailure } from './failure.ts';

/** How many octets arriving replies may take at once. */
interface ReplyBounds {
  /** Of one tenant. */
  readonly ofOne: number;
  readonly ofAll: number;
}

/** Two of the longest replies for an ISP. */
const REPLY_BOUNDS: ReplyBounds = { ofOne: 16 * 1024 * 1024, ofAll: 64 * 1024 * 1024 };

interface Tenant {
  octets: number;
  readonly holdings: Set<Holding>;
}

/**
 * The memory of a node for replies that have not ended. What arrives is charged before it is kept. When all of it is taken, the
 * tenant with the most gives way, so that routers of one that send without an end take nothing from another.
 */
export class ReplyMemory {
  readonly #bounds: ReplyBounds;
  readonly #tenants = new Map<number, Tenant>();
  #taken = 0;

  constructor(bounds = REPLY_BOUNDS) {
    this.#bounds = bounds;
  }

  /** Octets that are held now. */
  get taken(): number {
    return this.#taken;
  }

  /** For one reply. `giveWay` ends it: its memory has been taken away. */
  hold(tenant: number, giveWay: (failure: RouterFailure) => void): Holding {
    const holding: Holding = new Holding(giveWay, {
      take: (octets) => this.#take(tenant, holding, octets),
      release: () => this.#release(tenant, holding),
    });
    return holding;
  }

  #take(id: number, holding: Holding, octets: number): void {
    const tenant = this.#tenants.get(id) ?? { octets: 0, holdings: new Set() };
    const wanted = tenant.octets + octets;
    if (wanted > this.#bounds.ofOne) throw new RouterFailure('memory');
    while (this.#taken + octets > this.#bounds.ofAll) {
      const most = largest(this.#tenants.values());
      if (most === undefined || wanted >= most.octets) throw new RouterFailure('memory');
      largest(most.holdings)?.giveWay(new RouterFailure('memory'));
    }
    this.#tenants.set(id, tenant);
    tenant.holdings.add(holding);
    tenant.octets += octets;
    holding.octets += octets;
    this.#taken += octets;
  }

  #release(id: number, holding: Holding): void {
    const tenant = this.#tenants.get(id);
    if (!tenant?.holdings.delete(holding)) return;
    tenant.octets -= holding.octets;
    this.#taken -= holding.octets;
    holding.octets = 0;
    if (tenant.holdings.size === 0) this.#tenants.delete(id);
  }
}

function largest<T extends { readonly octets: number }>(all: Iterable<T>): T | undefined {
  let most: T | undefined;
  for (const each of all) if (most === undefined || each.octets > most.octets) most = each;
  return most;
}

interface Account {
  take(octets: number): void;
  release(): void;
}

/** What one reply holds. */
export class Holding {
  octets = 0;
  readonly #giveWay: (failure: RouterFailure) => void;
  readonly #account: Account;

  constructor(giveWay: (failure: RouterFailure) => void, account: Account) {
    this.#giveWay = giveWay;
    this.#account = account;
  }

  /** @throws RouterFailure of kind `memory`; then nothing more is held than before */
  take(octets: number): void {
    this.#account.take(octets);
  }

  /** May be called again. */
  release(): void {
    this.#account.release();
  }

  giveWay(failure: RouterFailure): void {
    this.release();
    this.#giveWay(failure);
  }
}

/** Whose memory the replies of a connection take. */
export interface ReplyTenant {
  readonly memory: ReplyMemory;
  readonly tenant: number;
}
