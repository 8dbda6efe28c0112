import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SecretsKeys } from '../../config/secrets-keys.ts';
import type { Database } from '../../db/database.ts';
import { seal } from '../../db/seal.ts';
import { execute, sql } from '../../db/sql.ts';
import { RouterSimulator } from '../../routeros/simulator/simulator.ts';
import { LOCAL_NAS } from '../business/equipment.ts';
import { UTC_OFFSET, UTC_OFFSET_MINUTES, ZONE } from '../business/places.ts';
import { DAY_MINUTES } from '../network/hours.ts';
import { dayPicture } from './picture.ts';
import { selfSigned } from './self-signed.ts';

/** A line of the simulated NAS, as its router sees it. */
export interface Line {
  readonly username: string;
  readonly mac: string;
  readonly ip: string | null;
  /** In kbit/s. */
  readonly up: number;
  readonly down: number;
}

const UPLINK = 'ether1';
const NAME = /^\/graphs\/(?:queue|iface)\/([^/]+)\/(?:daily|weekly|monthly|yearly)\.gif$/;

/**
 * The router of the simulated NAS: its API over TLS with a certificate of its own, and the graphs that it draws. Both listen on
 * loopback alone, where only a node that allows NASes on this machine asks them.
 */
export class RouterBeside {
  readonly #api: RouterSimulator;
  readonly #graphs: Server;
  readonly #password: string;
  readonly #fingerprint: string;
  #lines: readonly Line[] = [];

  private constructor(api: RouterSimulator, graphs: Server, pinned: { password: string; fingerprint: string }) {
    this.#api = api;
    this.#graphs = graphs;
    this.#password = pinned.password;
    this.#fingerprint = pinned.fingerprint;
  }

  static async start(): Promise<RouterBeside> {
    const password = randomBytes(12).toString('hex');
    const { fingerprint, ...certificate } = selfSigned('demo-router');
    const { ip } = LOCAL_NAS;
    const api = await RouterSimulator.start({ ip, certificate, password, username: 'lastmile' });
    const graphs = createServer();
    const router = new RouterBeside(api, graphs, { password, fingerprint });
    graphs.on('request', ({ url = '' }, response) => {
      const picture = router.#pictureAt(url);
      response.writeHead(picture ? 200 : 404, { 'content-type': 'image/png' }).end(picture);
    });
    graphs.listen(0, ip);
    await once(graphs, 'listening');
    api.tables.set('/system/identity', [{ name: 'demo-router' }]);
    router.show([]);
    return router;
  }

  /** What the router answers from now on. */
  show(lines: readonly Line[]): void {
    this.#lines = lines;
    this.#tellTime(new Date(Date.now() + UTC_OFFSET_MINUTES * 60_000));
    const { tables } = this.#api;
    const bits = (kbps: number) => String(Math.round(kbps * 1_000));
    const sum = (of: 'up' | 'down') => lines.reduce((total, line) => total + line[of], 0);
    tables.set('/interface', [
      { name: UPLINK, 'rx-bits-per-second': bits(sum('down')), 'tx-bits-per-second': bits(sum('up')) },
      ...lines.map(({ username, up, down }) => ({
        ...{ name: `<pppoe-${username}>`, type: 'pppoe-in' },
        ...{ 'rx-bits-per-second': bits(up), 'tx-bits-per-second': bits(down) },
      })),
    ]);
    tables.set(
      '/ppp/active',
      lines.map(({ username, mac, ip }) => ({
        ...{ name: username, service: 'pppoe', 'caller-id': mac.toUpperCase() },
        ...(ip === null ? {} : { address: ip }),
      })),
    );
  }

  /** The node knows it from now on: where it is, the password, and its certificate, as if staff had confirmed it. */
  async introduce(db: Pick<Database, 'transaction'>, secretsKeys: SecretsKeys, nasId: number): Promise<void> {
    const sealed = seal(secretsKeys, 'nas.api_password', this.#password);
    await db.transaction(async (tx) => {
      await execute(
        tx,
        sql`UPDATE radius.nas SET api_enable = true, api_username = 'lastmile', api_password_enc = ${sealed},
              api_port = ${this.#api.port}, snmp_graph = true, http_port = ${this.#graphPort} WHERE id = ${nasId}`,
      );
      await execute(
        tx,
        sql`INSERT INTO radius.nas_api (nas_id, fingerprint, attempts_since) VALUES (${nasId}, ${this.#fingerprint}, now())
            ON CONFLICT (nas_id) DO UPDATE SET fingerprint = excluded.fingerprint, offered = NULL, offered_at = NULL,
              failed_logins = 0, paused_upto = NULL`,
      );
    });
  }

  /** In the zone of the demo. */
  #tellTime(local: Date): void {
    const [date = '', rest = ''] = local.toISOString().split('T');
    const zone = { 'time-zone-name': ZONE, 'gmt-offset': UTC_OFFSET };
    this.#api.tables.set('/system/clock', [{ date, time: rest.slice(0, 8), ...zone }]);
  }

  async stop(): Promise<void> {
    this.#graphs.closeAllConnections();
    await Promise.all([this.#api.stop(), new Promise((resolve) => this.#graphs.close(resolve))]);
  }

  get #graphPort(): number {
    return (this.#graphs.address() as AddressInfo).port;
  }

  /** Undefined: it draws none of that name. */
  #pictureAt(path: string): Buffer | undefined {
    const name = decodeURIComponent(NAME.exec(path)?.[1] ?? '');
    const isKnown = name === UPLINK || this.#lines.some(({ username }) => name === `<pppoe-${username}>`);
    if (!isKnown) return undefined;
    const minute = Math.floor(Date.now() / 60_000 + UTC_OFFSET_MINUTES) % DAY_MINUTES;
    return dayPicture(minute, name.length);
  }
}
