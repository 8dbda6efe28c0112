import { attempt } from '../../db/savepoint.ts';
import type { Tx } from '../../db/tx.ts';
import type { ImportRun } from '../run.ts';
import { type Fate, isSubscriber, refused, type SourceRow } from '../source-row.ts';
import { writeCustomers } from './customers.ts';
import type { Writer } from './each.ts';
import { writeServices } from './services.ts';

/** Services were refused whose customers have been written. */
class Incomplete extends Error {
  readonly services: ReadonlyMap<SourceRow, Fate>;

  constructor(services: ReadonlyMap<SourceRow, Fate>) {
    super('a service is refused');
    this.services = services;
  }
}

/**
 * Customers with the services that the same rows of the source are: both are imported, or neither. Where services are refused, all
 * is taken back and written again without these rows; what the database refuses of one takes back both in any case.
 */
export const writeSubscribers: Writer = async (tx, run, rows) => {
  const unfit = new Map<SourceRow, Fate>();
  for (;;) {
    const fitting = rows.filter((row) => !unfit.has(row));
    try {
      const fates = await attempt(tx, () => writeAll(tx, run, fitting));
      return rows.map((row) => fates.get(row) ?? neither(unfit.get(row) ?? refused('it was forgotten')));
    } catch (error) {
      if (!(error instanceof Incomplete)) throw error;
      for (const [row, fate] of error.services) unfit.set(row, fate);
    }
  }
};

async function writeAll(tx: Tx, run: ImportRun, rows: readonly SourceRow[]): Promise<Map<SourceRow, Fate>> {
  const fates = new Map<SourceRow, Fate>();
  if (rows.length === 0) return fates;
  const customers = await writeCustomers(tx, run, rows);
  const services = await writeServices(
    tx,
    run,
    rows.filter(isSubscriber).map(({ service }) => service),
  );
  const refusals = new Map<SourceRow, Fate>();
  for (const [at, row] of rows.entries()) {
    const [customer, service] = [customers[at], services[at]];
    if (!customer || !service) throw new Error('a writer forgot a row');
    fates.set(row, { ...customer, service });
    if (customer.outcome === 'imported' && service.outcome === 'refused') refusals.set(row, service);
  }
  if (refusals.size > 0) throw new Incomplete(refusals);
  return fates;
}

/** Without its service a customer would be an empty record. */
export const neither = (service: Fate): Fate => ({
  ...refused(`its service cannot be imported: ${service.reason}`),
  service,
});
