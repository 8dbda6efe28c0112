import type { Mapping } from '../mapping.ts';
import type { Kind, Source, SourceRow } from '../source-row.ts';
import { nasRow, sessionRow } from './equipment.ts';
import { planRows, plansOf } from './plans.ts';
import { subscriberRows } from './subscribers.ts';
import type { PlainRow, RadiusTables } from './tables.ts';

/** The rows of a FreeRADIUS database, from what was kept of its dump. */
export function radiusSource(tables: RadiusTables, { mapping, zone }: { mapping: Mapping; zone: string }): Source {
  const plans = plansOf(tables, mapping);
  return {
    // Each subscriber is a customer and a service.
    total: tables.accounts.size * 2 + tables.groups.size * 2 + tables.nases.length + tables.sessions.length,
    *rows() {
      for (const stray of tables.strays) yield strayRow(stray);
      yield* poolRows(mapping);
      for (const nas of tables.nases) yield nasRow(nas);
      yield* planRows(plans);
      const customers = [...tables.accounts.values()];
      for (const account of customers) yield subscriberRows(account, { mapping, plans }).customer;
      for (const account of customers) yield subscriberRows(account, { mapping, plans }).service;
      for (const session of tables.sessions) yield sessionRow(session, zone);
    },
  };
}

export function* poolRows({ pools }: Mapping): Generator<SourceRow> {
  for (const pool of pools) yield { kind: 'pool', key: pool.pool_name, at: 'mapping file', values: { ...pool } };
}

const strayRow = ({ at, fault }: PlainRow): SourceRow => ({
  kind: 'service' satisfies Kind,
  key: at,
  at,
  values: {},
  fault: fault ?? 'it belongs to nothing',
});
