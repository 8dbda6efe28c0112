import type { Tx } from '../../../../../db/database.ts';
import type { Ids } from '../../../../../db/sql.ts';
import type { Rollover } from '../../../usage/rollover.ts';
import type { StoredUsage } from '../../../usage/usage-row.ts';
import type { Draft } from '../../model/draft.ts';
import type { TaxSeries } from './tax-series.ts';

/** Drafts that are being saved, and what is read for it before anything is written. */
export interface Saving {
  readonly tx: Tx;
  readonly drafts: readonly Draft[];
  /** For all new rows that others refer to. */
  readonly ids: Ids;
  /** The prefixes of document numbers, by seller (0: the ISP itself). */
  readonly prefixes: ReadonlyMap<number, string>;
  /** The series of documents under a scheme. */
  readonly taxSeries: TaxSeries;
  /**
   * The usage of the period that ends, as it was read without a lock: of a draft that is saved alone. If accounting counts
   * before the draft is saved, the transaction is run again; for many drafts that would happen too often.
   */
  readonly ended: ReadonlyMap<Draft, StoredUsage>;
  /** The volumes of the current period, of drafts for which they are known: from `ended`, or since they depend on no usage. */
  readonly volumes: ReadonlyMap<Draft, Rollover>;
}
