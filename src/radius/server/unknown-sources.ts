import type pg from 'pg';
import type { Logger } from '../../config/log.ts';
import { query, sql } from '../../db/sql.ts';
import { Attribute } from '../protocol/packet/attribute.ts';
import { Packet } from '../protocol/packet/packet.ts';
import type { Directory } from '../state/directory/directory.ts';
import { UnknownNases } from './unknown-nases.ts';

interface Sighting {
  packets: number;
  code: number;
  identifier: string | null;
}

const FLUSH_MS = 1_000;
/** Sources can be forged without limit. */
const MAX_WAITING = 1_000;
const MAX_ROWS = 10_000;
const KEPT_WHEN_FULL_DAYS = 1;

/**
 * Counts packets from sources that are no NAS and no proxy in memory. Once a second they are looked up in the database, and those
 * unknown there too are written to `radius.unknown_nas`.
 */
export class UnknownSources {
  /** The same for the NASes of proxies. */
  readonly nases: UnknownNases;
  readonly #directory: Directory;
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  #waiting = new Map<string, Sighting>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(directory: Directory) {
    this.nases = new UnknownNases(directory);
    this.#directory = directory;
    this.#pool = directory.options.pool;
    this.#log = directory.options.log;
  }

  note(source: string, datagram: Buffer): void {
    const [address = source] = source.split('%', 1); // the inet type takes no zone of a link-local address
    let sighting = this.#waiting.get(address);
    if (!sighting) {
      if (this.#waiting.size >= MAX_WAITING) return;
      sighting = { packets: 0, code: datagram[0] ?? 0, identifier: identifierIn(datagram) };
      this.#waiting.set(address, sighting);
    }
    sighting.packets += 1;
    this.#timer ??= setTimeout(() => {
      // One at a time, so that they do not pile up while the database is unavailable.
      this.#writing = this.#writing.then(() => this.flush());
    }, FLUSH_MS);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    await Promise.all([this.flush(), this.nases.stop()]);
  }

  /** Writes the sources seen since the last flush. */
  async flush(): Promise<void> {
    const seen = [...this.#waiting];
    this.#waiting = new Map();
    this.#timer = undefined;
    if (seen.length === 0) return;
    try {
      const unknown = await this.#withoutHops(seen);
      if (unknown.length > 0) await this.#write(unknown);
    } catch (error) {
      this.#log.debug({ err: error }, 'cannot save unknown sources');
    }
  }

  /** A NAS or proxy that is in the database but not in memory is read into memory here. */
  async #withoutHops(seen: [string, Sighting][]): Promise<[string, Sighting][]> {
    const known = await query<{ kind: 'nas' | 'proxy'; id: number; ip: string }>(
      this.#pool,
      sql`SELECT k.kind, k.id, host(k.ip) AS ip FROM (
            SELECT 'nas' AS kind, id, ip FROM radius.nas WHERE deleted_at IS NULL AND proxy_id IS NULL AND tls_identity IS NULL
            UNION ALL SELECT 'proxy', id, ip FROM radius.proxy WHERE deleted_at IS NULL AND tls_identity IS NULL) k
          WHERE k.ip = ANY(${seen.map(([ip]) => ip)}::inet[])`,
    );
    const missed = (wanted: string) =>
      known.filter(({ kind, ip }) => kind === wanted && !this.#directory.hopAt(ip)).map(({ id }) => id);
    const [nases, proxies] = [missed('nas'), missed('proxy')];
    if (proxies.length > 0) await this.#directory.refreshProxies(proxies);
    if (nases.length > 0) await this.#directory.refreshNases(nases);
    const hops = new Set(known.map(({ ip }) => ip));
    return seen.filter(([ip]) => !hops.has(ip));
  }

  async #write(unknown: [string, Sighting][]): Promise<void> {
    const column = <T>(of: (sighting: Sighting) => T) => unknown.map(([, sighting]) => of(sighting));
    // A list filled with forged sources must have room again for a router set up tomorrow.
    await query(
      this.#pool,
      sql`DELETE FROM radius.unknown_nas WHERE last_seen_at < now() - make_interval(days => ${KEPT_WHEN_FULL_DAYS})
          AND (SELECT count(*) FROM radius.unknown_nas) >= ${MAX_ROWS}`,
    );
    await query(
      this.#pool,
      sql`INSERT INTO radius.unknown_nas AS u (ip, packets, last_code, last_identifier)
          SELECT * FROM unnest(${unknown.map(([ip]) => ip)}::inet[], ${column(({ packets }) => packets)}::bigint[],
            ${column(({ code }) => code)}::smallint[], ${column(({ identifier }) => identifier)}::text[]) AS seen (ip, packets)
          WHERE (SELECT count(*) FROM radius.unknown_nas) < ${MAX_ROWS}
            OR EXISTS (SELECT FROM radius.unknown_nas k WHERE k.ip = seen.ip)
          ON CONFLICT (ip) DO UPDATE SET packets = u.packets + excluded.packets, last_seen_at = now(),
            last_code = excluded.last_code, last_identifier = excluded.last_identifier`,
    );
  }
}

function identifierIn(datagram: Buffer): string | null {
  return Packet.parse(datagram)?.text(Attribute.NasIdentifier) ?? null;
}
