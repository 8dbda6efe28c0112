import type { Pulse } from '../state/pulse/pulse.ts';
import type { Traffic } from '../state/traffic/traffic.ts';
import type { SessionRecord } from './record/record.ts';
import { forEachTransfer } from './sql/packed-transfers.ts';
import type { TrafficRow } from './sql/session-statement.ts';

export interface TransferCounterOptions {
  readonly pulse: Pick<Pulse, 'transfer' | 'transferNas'>;
  readonly traffic: Pick<Traffic, 'add'>;
  /** The plan of a service; null: not in memory. */
  readonly planOf: (serviceId: number) => number | null;
}

/**
 * Counts for graphs what a statement has added to usage: by tenant, NAS, plan and service. What a statement counted twice, late or not
 * at all is the same here, whichever nodes saw the records before. A batch whose answer is lost is in the database, and missing here.
 */
export class TransferCounter {
  readonly #options: TransferCounterOptions;

  constructor(options: TransferCounterOptions) {
    this.#options = options;
  }

  count(row: TrafficRow, records: readonly SessionRecord[]): void {
    const { pulse, traffic, planOf } = this.#options;
    const { isp_id: ispId, reseller_id: resellerId } = row;
    pulse.transfer(ispId, resellerId, row);
    forEachTransfer(row.transfers, ({ ord, serviceId, since, up, down }) => {
      const record = records[ord];
      if (!record) return;
      pulse.transferNas(record.nasId, up, down);
      const owner = { ispId, resellerId, serviceId, planId: planOf(serviceId) };
      traffic.add(owner, { from: since, upto: record.at, up, down });
    });
  }
}
