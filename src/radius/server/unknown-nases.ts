import type pg from 'pg';
import type { Logger } from '../../config/log.ts';
import { execute, query, sql } from '../../db/sql.ts';
import type { Packet } from '../protocol/packet/packet.ts';
import type { Directory } from '../state/directory/directory.ts';
import type { Hop } from '../state/directory/hop.ts';
import { type NasName, nasNameIn } from '../state/directory/proxy.ts';

interface Sighting {
  readonly proxyId: number;
  /** Empty where the packet has none. */
  readonly identifier: string;
  readonly address: string;
  packets: number;
  code: number;
}

const FLUSH_MS = 1_000;
/** A proxy can name NASes without limit, and must leave room for those of other proxies. */
const MAX_WAITING_PER_PROXY = 100;
const MAX_ROWS_PER_PROXY = 1_000;
const KEPT_WHEN_FULL_DAYS = 1;

/**
 * Counts authentic packets of proxies from NASes that are not in memory. Once a second those are looked up in the database,
 * and those unknown there too are written to `radius.unknown_proxied_nas`.
 */
export class UnknownNases {
  readonly #directory: Directory;
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  #waiting = new Map<number, Map<string, Sighting>>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(directory: Directory) {
    this.#directory = directory;
    this.#pool = directory.options.pool;
    this.#log = directory.options.log;
  }

  note({ hopId }: Hop, packet: Packet): void {
    const name = nasNameIn(packet);
    const [identifier, address] = [name.identifier ?? '', name.ip ?? name.ipv6 ?? ''];
    const key = `${address} ${identifier}`;
    const ofProxy = this.#ofProxy(-hopId);
    let sighting = ofProxy.get(key);
    if (!sighting) {
      if (ofProxy.size >= MAX_WAITING_PER_PROXY) return;
      sighting = { proxyId: -hopId, identifier, address, packets: 0, code: packet.code };
      ofProxy.set(key, sighting);
    }
    sighting.packets += 1;
    sighting.code = packet.code;
    this.#timer ??= setTimeout(() => {
      // One at a time, so that they do not pile up while the database is unavailable.
      this.#writing = this.#writing.then(() => this.flush());
    }, FLUSH_MS);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    await this.flush();
  }

  /** Writes the NASes seen since the last flush. */
  async flush(): Promise<void> {
    const seen = [...this.#waiting.values()].flatMap((ofProxy) => [...ofProxy.values()]);
    this.#waiting = new Map();
    this.#timer = undefined;
    if (seen.length === 0) return;
    try {
      const unknown = await this.#withoutNases(seen);
      for (const proxyId of new Set(unknown.map((each) => each.proxyId)))
        await this.#write(
          proxyId,
          unknown.filter((each) => each.proxyId === proxyId),
        );
    } catch (error) {
      this.#log.debug({ err: error }, 'cannot save unknown NASes of proxies');
    }
  }

  #ofProxy(proxyId: number): Map<string, Sighting> {
    let sightings = this.#waiting.get(proxyId);
    if (!sightings) {
      sightings = new Map();
      this.#waiting.set(proxyId, sightings);
    }
    return sightings;
  }

  /** A NAS that is in the database but not in memory is read into memory here. */
  async #withoutNases(seen: Sighting[]): Promise<Sighting[]> {
    const proxyIds = [...new Set(seen.map(({ proxyId }) => proxyId))];
    const identifiers = seen.map(({ identifier }) => identifier);
    const addresses = seen.map(({ address }) => address);
    const known = await query<NasName & { id: number; proxyId: number }>(
      this.#pool,
      sql`SELECT id, proxy_id AS "proxyId", identifier, host(ip) AS ip, host(ipv6) AS ipv6 FROM radius.nas
          WHERE deleted_at IS NULL AND proxy_id = ANY(${proxyIds}::int[])
          AND (identifier = ANY(${identifiers}::text[])
            OR identifier IS NULL AND (host(ip) = ANY(${addresses}::text[]) OR host(ipv6) = ANY(${addresses}::text[])))`,
    );
    const missed = known.filter(({ id, proxyId }) => this.#directory.nas(id)?.facts.proxyId !== proxyId);
    if (missed.length > 0) await this.#directory.refreshNases(missed.map(({ id }) => id));
    const isKnown = ({ proxyId, identifier, address }: Sighting) =>
      known.some((nas) => {
        if (nas.proxyId !== proxyId) return false;
        return nas.identifier === null ? [nas.ip, nas.ipv6].includes(address) : nas.identifier === identifier;
      });
    return seen.filter((sighting) => !isKnown(sighting));
  }

  async #write(proxyId: number, unknown: Sighting[]): Promise<void> {
    const column = <T>(of: (sighting: Sighting) => T) => unknown.map(of);
    // A list filled with what a proxy made up must have room again for a NAS set up tomorrow.
    await execute(
      this.#pool,
      sql`DELETE FROM radius.unknown_proxied_nas
          WHERE proxy_id = ${proxyId} AND last_seen_at < now() - make_interval(days => ${KEPT_WHEN_FULL_DAYS})
          AND (SELECT count(*) FROM radius.unknown_proxied_nas WHERE proxy_id = ${proxyId}) >= ${MAX_ROWS_PER_PROXY}`,
    );
    await execute(
      this.#pool,
      sql`INSERT INTO radius.unknown_proxied_nas AS u (proxy_id, identifier, address, packets, last_code)
          SELECT ${proxyId}::int, * FROM unnest(${column(({ identifier }) => identifier)}::text[],
            ${column(({ address }) => address)}::text[], ${column(({ packets }) => packets)}::bigint[],
            ${column(({ code }) => code)}::smallint[]) AS seen (identifier, address)
          WHERE (SELECT count(*) FROM radius.unknown_proxied_nas WHERE proxy_id = ${proxyId}) < ${MAX_ROWS_PER_PROXY}
            OR EXISTS (SELECT FROM radius.unknown_proxied_nas k
              WHERE k.proxy_id = ${proxyId} AND k.identifier = seen.identifier AND k.address = seen.address)
          ON CONFLICT (proxy_id, identifier, address) DO UPDATE
            SET packets = u.packets + excluded.packets, last_seen_at = now(), last_code = excluded.last_code`,
    );
  }
}
