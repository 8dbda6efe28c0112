import type { SessionRecord } from './record/record.ts';
import { RELEASES_STATEMENT, releasesValues } from './sql/release-addresses.ts';
import { bySessionKey } from './sql/session-parameters.ts';
import { BUNDLES_STATEMENT, bundlesValues, isOfBundle } from './sql/write-bundles.ts';
import { PORTS_STATEMENT, portsValues } from './sql/write-ports.ts';

/** What few records have, so that the statement of all does without it. */
export interface FurtherWrite {
  readonly statement: string;
  readonly values: string[];
  readonly name: string;
}

/** The statements that follow that of the sessions of these records. */
export function furtherWrites(records: readonly SessionRecord[]): FurtherWrite[] {
  const writes: FurtherWrite[] = [];
  const ports = records.filter((record) => record.ports !== null);
  if (ports.length > 0)
    writes.push({ statement: PORTS_STATEMENT, values: portsValues(ports.sort(bySessionKey)), name: 'ports' });
  const links = records.filter(isOfBundle);
  if (links.length > 0)
    writes.push({ statement: BUNDLES_STATEMENT, values: bundlesValues(links.sort(bySessionKey)), name: 'bundles' });
  const releases = records.filter(({ ipReleased }) => ipReleased);
  if (releases.length > 0) {
    const values = releasesValues(releases.sort(bySessionKey));
    writes.push({ statement: RELEASES_STATEMENT, values, name: 'releases' });
  }
  return writes;
}
