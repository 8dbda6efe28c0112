import type { Mapping } from '../mapping.ts';
import type { Kind, Source, SourceRow } from '../source-row.ts';
import { nasRow, sessionRow } from './equipment.ts';
import { planRows, plansOf } from './plans.ts';
import { subscriberRow } from './subscribers.ts';
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
      const renamed = new Map<string, string>();
      for (const account of tables.accounts.values()) {
        const row = subscriberRow(account, { mapping, plans });
        const { username = '', identity_mac: mac } = row.service?.values ?? {};
        if (mac !== undefined) renamed.set(account.username.toLowerCase(), username);
        yield row;
      }
      for (const session of tables.sessions) yield sessionOf(sessionRow(session, zone), renamed);
    },
  };
}

/** Accounting goes on under the name that the NAS sends. */
function sessionOf(row: SourceRow, renamed: ReadonlyMap<string, string>): SourceRow {
  const service = renamed.get(row.values.username?.toLowerCase() ?? '');
  return service === undefined ? row : { ...row, values: { ...row.values, service } };
}

export function* poolRows({ pools }: Mapping): Generator<SourceRow> {
  for (const pool of pools) yield { kind: 'pool', key: pool.pool_name, at: 'mapping file', values: { ...pool } };
}

const strayRow = ({ at, fault }: PlainRow): SourceRow => ({
  kind: 'service' satisfies Kind,
  key: at,
  at,
  values: {},
  fault: fault ?? 'it belongs to no user or group',
});
