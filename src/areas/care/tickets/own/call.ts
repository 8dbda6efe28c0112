import type { Subscriber } from '../../../../core/access/subscriber.ts';
import { lockForUpdate } from '../../../../core/records/row-locks.ts';
import { text } from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import type { AuthorCall } from '../../author.ts';
import type { Reading } from './limits.ts';

/** Of what a subscriber writes at a time. */
export const ownText = () => text(2000);

/** A call of a subscriber's pages. */
export type OwnCall = AuthorCall & { readonly subscriber: Pick<Subscriber, 'customerId'> };

export const readingOf = ({ scope, zone, kernel }: OwnCall): Reading => ({ scope, zone, now: kernel.clock.now() });

/** Calls of one customer run one after the other, so that several at once do not exceed a limit. */
export const lockCustomer = (tx: Tx, { scope, subscriber: { customerId: id } }: OwnCall): Promise<void> =>
  lockForUpdate(tx, scope, { what: 'customer', id });
