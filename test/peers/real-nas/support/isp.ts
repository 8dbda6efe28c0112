import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Authority } from '../../../fixtures/certificates.ts';
import { Api, type Parameters } from '../../support/api.ts';
import { example, makeOffer, makeTenant, NAS_SECRET, type Network } from '../../support/example.ts';
import { Installation, type Node, type Settings } from '../../support/installation.ts';
import { OwnDatabase } from '../../support/own-database.ts';
import { fourDigitPort } from '../../support/ports.ts';
import { ADMIN_API_KEY } from '../../support/story.ts';
import { endName, ip, lay, Place } from './place.ts';
import { TrafficServer } from './traffic.ts';

/** For tests of networks (RFC 2544), so that no address of this machine is meant. */
const NETWORKS = '198.18.0.0/16';

/** A NAS's place, on a cable to this machine, where the node is. */
export interface Uplink {
  readonly place: Place;
  /** Of the node, as the NAS sees it. */
  readonly node: string;
  /** Of the NAS. */
  readonly address: string;
  /** The network of both. */
  readonly link: string;
  /** A pool of the node whose addresses are routed to the NAS. */
  readonly pool: { readonly name: string; readonly network: string };
}

/** A session as it is stored: octets of the subscriber's upload and download. */
export interface Stored {
  readonly id: string;
  readonly ip: string | null;
  readonly up: number;
  readonly down: number;
  readonly hasEnded: boolean;
  readonly seconds: number;
}

/** A node and an ISP on it, whose NASes are other people's programs in places of their own. */
export class Isp {
  readonly site: Installation;
  readonly authority: Authority;
  readonly server: TrafficServer;
  readonly #database: OwnDatabase;
  readonly #settings: Settings;
  readonly #places: Place[] = [];
  node!: Node;
  api!: Api;
  offer!: Network;

  private constructor(fixed: { site: Installation; authority: Authority; database: OwnDatabase; settings: Settings }) {
    this.site = fixed.site;
    this.authority = fixed.authority;
    this.#database = fixed.database;
    this.#settings = fixed.settings;
    this.server = new TrafficServer();
  }

  /** @param plan of its subscribers, unless they have another */
  static async open(authority: Authority, plan: Parameters): Promise<Isp> {
    // The plugin of openvpn reads no more digits.
    const [site, database] = await Promise.all([Installation.make(fourDigitPort), OwnDatabase.make()]);
    const { cert, key } = await authority.issue({ names: 'DNS:radius.example.net' });
    const own = join(authority.folder, 'node.pem');
    await writeFile(own, cert + key);
    const eap = { EAP_CERT: own, EAP_KEY: own, EAP_CA: authority.certFile };
    const common = {
      ADMIN_API_KEY,
      DATABASE_URL: database.url,
      SECRETS_KEY: '5e'.repeat(32),
      NAS_ALLOWED_NETWORKS: NETWORKS,
    };
    const isp = new Isp({ site, authority, database, settings: { ...common, ...eap } });
    await isp.start();
    const admin = new Api(site.baseUrl, { userid: 1, api_key: ADMIN_API_KEY });
    isp.api = (await makeTenant(admin, { code: 'EXN', username: 'exn-admin' })).api;
    await isp.api.result('isp/settings_update', { interim_interval: 60 });
    isp.offer = await makeOffer(isp.api, { plan });
    return isp;
  }

  async start(): Promise<void> {
    this.node = await this.site.start(this.#settings);
  }

  /** A NAS of its own, with a network for its subscribers. */
  async addUplink(name: string, parameters: Parameters = {}): Promise<Uplink> {
    const base = await freeNetwork();
    const [node, address, network] = [`${base}.1`, `${base}.2`, `${base}.128/25`];
    const place = await this.addPlace({ routes: true });
    await lay(
      { place: null, name: endName(), address: `${node}/30` },
      { place, name: 'uplink', address: `${address}/30` },
    );
    await ip(['route', 'add', network, 'via', address]);
    await this.server.listenAt(node);
    const nas = { resellerid: 0, name, ip: address, secret: NAS_SECRET };
    await this.api.result('radius/nas/create', { ...nas, ...parameters });
    const range = { range_from: `${base}.130`, range_upto: `${base}.190` };
    await this.api.result('radius/ippool/create', { pool_name: name, ...range });
    return { place, node, address, link: `${base}.0/30`, pool: { name, network } };
  }

  async addPlace(options?: { routes: boolean }): Promise<Place> {
    const place = await Place.make(options);
    this.#places.push(place);
    return place;
  }

  /** A service whose password is `hello`. */
  subscribe(username: string, parameters: Parameters = {}): Promise<number> {
    const own = { ...this.offer, username, password: 'hello' };
    return this.api.result('service/create', { ...example.service, ...own, ...parameters });
  }

  /** All sessions of the subscriber, the oldest first. */
  async sessions(username: string): Promise<Stored[]> {
    const rows = await this.#database.query<Record<'id' | 'ip' | 'up' | 'down' | 'ended' | 'seconds', string>>(
      `SELECT acct_session_id AS id, host(ip) AS ip, in_bytes AS up, out_bytes AS down, ended_at AS ended,
              session_time AS seconds FROM radius.session_all WHERE username = '${username}' ORDER BY started_at, id`,
    );
    return rows.map(({ id, ip, up, down, ended, seconds }) => ({
      ...{ id, ip, up: Number(up), down: Number(down) },
      ...{ hasEnded: ended !== null, seconds: Number(seconds) },
    }));
  }

  /** His last session, once it is as expected. */
  async session(username: string, expected: object): Promise<Stored> {
    const last = async () => (await this.sessions(username)).at(-1);
    await expect.poll(last, { timeout: 150_000, interval: 100 }).toMatchObject(expected);
    return (await last()) as Stored;
  }

  async close(): Promise<void> {
    for (const place of this.#places) await place.remove();
    await this.server.close();
    await this.node?.stop();
    await this.#database.stop();
    await this.site.remove();
  }
}

/** The first three octets of a network that this machine does not know yet. */
async function freeNetwork(): Promise<string> {
  const known = await ip(['route', 'show', 'table', 'all']);
  for (;;) {
    const base = `198.18.${Math.floor(Math.random() * 256)}`;
    if (!known.includes(`${base}.`)) return base;
  }
}
