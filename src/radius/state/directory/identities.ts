import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PresentedIdentity } from '../../protocol/packet/presented-identity.ts';
import { IdentityTable } from './identity-table.ts';

/** What an identity consists of. */
export type IdentityKind = 'circuit+remote' | 'circuit' | 'mac';

/** An identity as the database has it: a circuit id, with or without a remote id, or a MAC address. */
export interface IdentityRow {
  readonly ispId: number;
  readonly serviceId: number;
  readonly circuitId: string | null;
  /** Null: whatever the remote id is. */
  readonly remoteId: string | null;
  readonly mac: string | null;
}

export interface FoundIdentity {
  readonly kind: IdentityKind;
  readonly serviceId: number;
}

const SWEPT_AT_ONCE = 4_096;

/** The identities of all services in memory. */
export class Identities {
  readonly #table = new IdentityTable();
  /** Whether all of them have been read once. */
  loaded = false;

  get size(): number {
    return this.#table.size;
  }

  /** The most specific identity that is presented: circuit and remote id, the circuit id alone, the MAC address. */
  find(ispId: number, { circuitId, remoteId, mac }: PresentedIdentity): FoundIdentity | null {
    const of = (kind: IdentityKind, key: string): FoundIdentity | null => {
      const block = this.#table.find(ispId, key);
      return block === 0 ? null : { kind, serviceId: this.#table.serviceOf(block) };
    };
    return (
      (circuitId !== null && remoteId !== null ? of('circuit+remote', remoteKey(circuitId, remoteId)) : null) ??
      (circuitId !== null ? of('circuit', circuitKey(circuitId)) : null) ??
      (mac !== null ? of('mac', macKey(mac)) : null)
    );
  }

  /** `generation` is the number of the reload of all identities that reads it, or of the last one. */
  put(row: IdentityRow, generation: number): void {
    this.#table.write({ ispId: row.ispId, serviceId: row.serviceId, key: keyOf(row) }, generation);
  }

  /** Replaces those of some services. */
  replace(serviceIds: readonly number[], rows: readonly IdentityRow[], generation: number): void {
    const before = serviceIds.flatMap((id) => this.#table.ofService(id));
    const kept = new Set(
      rows.map((row) => this.#table.write({ ispId: row.ispId, serviceId: row.serviceId, key: keyOf(row) }, generation)),
    );
    for (const block of before) if (!kept.has(block)) this.#table.remove(block);
  }

  /** Removes the identities that the reload of this number did not find, a part at a time, while packets are answered. */
  async sweep(generation: number): Promise<void> {
    for (let bucket = 0; bucket < this.#table.buckets; bucket++) {
      for (const block of this.#table.identitiesIn(bucket))
        if (this.#table.generationOf(block) < generation) this.#table.remove(block);
      if (bucket % SWEPT_AT_ONCE === 0) await nextTurn();
    }
  }
}

// The texts of line ids have no line breaks (`core/network/line-id.ts`).

function keyOf({ circuitId, remoteId, mac }: IdentityRow): string {
  if (circuitId === null) return macKey(mac ?? '');
  return remoteId === null ? circuitKey(circuitId) : remoteKey(circuitId, remoteId);
}

const circuitKey = (circuitId: string) => `circuit\n${circuitId}`;
const remoteKey = (circuitId: string, remoteId: string) => `remote\n${circuitId}\n${remoteId}`;
const macKey = (mac: string) => `mac\n${mac}`;
