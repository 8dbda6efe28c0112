import type { Tx } from '../../../../db/database.ts';
import type { Ids } from '../../../../db/sql.ts';
import type { Rollover } from '../../../usage/rollover.ts';
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
  /** The volumes of the current period, of drafts for which they do not depend on what was used. */
  readonly volumes: ReadonlyMap<Draft, Rollover>;
}
