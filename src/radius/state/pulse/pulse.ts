import { REJECT_KINDS } from '../../../areas/network/series/vocabulary.ts';
import type { NetworkOutcome } from '../../../core/network/network.ts';
import type { NasFacts } from '../directory/nas.ts';
import { addNas, type NasCount, newNas, noteClock } from './nas-count.ts';
import { addOwner, addTraffic, newOwner, type OwnerCount } from './owner-count.ts';
import { rejectKindOf } from './reject-kind.ts';

export interface PulseCounts {
  readonly owners: readonly OwnerCount[];
  readonly nases: readonly NasCount[];
}

/**
 * What happens on the network, counted in memory until it is written. A few additions per packet. There is a count for each
 * reseller and NAS that exists, and a fixed vocabulary of reasons: no packet can make it grow.
 */
export class Pulse {
  #owners = new Map<number, Map<number, OwnerCount>>();
  #nases = new Map<number, NasCount>();
  /** Requests since the start. */
  packets = 0;
  /** Rejected log-ins since the start, in the order of `REJECT_KINDS`. */
  readonly rejected = REJECT_KINDS.map(() => 0);

  heardAuth(nasId: number, at: number): void {
    this.packets += 1;
    this.#nas(nasId).authAt = at;
  }

  heardAcct(nasId: number, at: number): void {
    this.packets += 1;
    this.#nas(nasId).acctAt = at;
  }

  heardInterim(nasId: number, at: number): void {
    this.#nas(nasId).interimAt = at;
  }

  /** `stamp` is the time of a record by the clock of the NAS, in seconds since 1970; `rightAt`: when it was right last. */
  heardClock(nasId: number, stamp: number, at: number, rightAt = 0): void {
    noteClock(this.#nas(nasId), stamp - Math.floor(at / 1000), rightAt);
  }

  /** A packet from its address that does not prove to be from it. */
  dropped(nasId: number, reason: 'unauthentic' | 'unsigned', at: number): void {
    this.#nas(nasId)[`${reason}At`] = at;
  }

  /** An accounting record says what cannot be. */
  impossible(nasId: number, what: 'badAddressAt' | 'badSessionTimeAt', at: number): void {
    this.#nas(nasId)[what] = at;
  }

  accept(nas: NasFacts, resellerId: number | null): void {
    this.#owner(nas.isp.id, resellerId ?? 0).accepts += 1;
    this.#nas(nas.id).accepts += 1;
  }

  /** Without a service, the log-in belongs to the owner of the NAS. */
  reject(nas: NasFacts, service: { readonly resellerId: number | null } | undefined, reason: string): void {
    const { rejects } = this.#owner(nas.isp.id, (service ?? nas).resellerId ?? 0);
    const kind = rejectKindOf(reason);
    rejects[kind] = (rejects[kind] ?? 0) + 1;
    this.rejected[kind] = (this.rejected[kind] ?? 0) + 1;
    this.#nas(nas.id).rejects += 1;
  }

  /** What accounting has added to the usage of an owner's services, in octets. */
  transfer(
    ispId: number,
    resellerId: number | null,
    { up, down }: { readonly up: number; readonly down: number },
  ): void {
    addTraffic(this.#owner(ispId, resellerId ?? 0), { up, down });
  }

  /** What accounting has added to the usage of services on a NAS, in octets. */
  transferNas(nasId: number, up: number, down: number): void {
    addTraffic(this.#nas(nasId), { up, down });
  }

  /** The outcome of a Disconnect- or CoA-Request. */
  answer(nasId: number, { result }: NetworkOutcome): void {
    this.#nas(nasId)[result] += 1;
  }

  /** What was counted since the last call. */
  take(): PulseCounts {
    const owners = [...this.#owners.values()].flatMap((ofIsp) => [...ofIsp.values()]);
    const nases = [...this.#nases.values()];
    this.#owners = new Map();
    this.#nases = new Map();
    return { owners, nases };
  }

  /** Takes back what could not be written. */
  restore({ owners, nases }: PulseCounts): void {
    for (const owner of owners) addOwner(this.#owner(owner.ispId, owner.resellerId), owner);
    for (const lost of nases) addNas(this.#nas(lost.nasId), lost);
  }

  #owner(ispId: number, resellerId: number): OwnerCount {
    let ofIsp = this.#owners.get(ispId);
    if (!ofIsp) {
      ofIsp = new Map();
      this.#owners.set(ispId, ofIsp);
    }
    let owner = ofIsp.get(resellerId);
    if (!owner) {
      owner = newOwner(ispId, resellerId);
      ofIsp.set(resellerId, owner);
    }
    return owner;
  }

  #nas(nasId: number): NasCount {
    let nas = this.#nases.get(nasId);
    if (!nas) {
      nas = newNas(nasId);
      this.#nases.set(nasId, nas);
    }
    return nas;
  }
}
