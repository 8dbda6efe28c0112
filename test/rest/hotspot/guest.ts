import { createHash } from 'node:crypto';
import type { Api } from '../../fixtures/api.ts';
import type { Shop } from '../../fixtures/subscriber.ts';
import type { Decoded, Pair } from '../../radius/fixtures/radius-package.ts';
import type { TestServer } from '../../radius/fixtures/server.ts';
import type { TestNas } from '../../radius/fixtures/test-nas.ts';

const md5 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Octets as a login page of RouterOS has them. */
const octal = (octets: Uint8Array): string =>
  [...octets].map((octet) => `\\${octet.toString(8).padStart(3, '0')}`).join('');

const CHAP_ID = Buffer.of(0o371);
const CHALLENGE = Buffer.from('ef0dd80b119c65a5c3ab62a65b7dfdce', 'hex');

export const LOGIN = 'http://10.5.50.1/login';
export const HOSTS = '10.5.50.1,10.1.0.1:3990';

/** What the login page of RouterOS posts. */
export const routerOs = (mac: string): Record<string, string> => ({
  mac,
  ip: '10.5.50.9',
  'link-login-only': LOGIN,
  'link-orig': 'http://news.example.org/?a=1&b=2',
  'chap-id': octal(CHAP_ID),
  'chap-challenge': octal(CHALLENGE),
});

/** Batches of codes of a shop, as its staff makes them. */
export async function codesOf(shop: Shop, fields: Record<string, string | number> = {}): Promise<string[]> {
  const { api, me } = shop;
  const batchid = await makeBatch(shop, fields);
  const { result } = await api.call('hotspot/batch_print', { id: batchid }, me);
  return printed(result);
}

export const printed = (file: unknown): string[] =>
  String(file)
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => (line.split(',')[1] as string).replaceAll(' ', ''));

export async function makeBatch(shop: Shop, fields: Record<string, string | number> = {}): Promise<number> {
  const { planid, subplanid } = 'planid' in fields ? fields : await shop.plan({ amt1: 0 });
  const customerid = await customerOf(shop);
  const where = { location_code: 'BLR', sub_location_code: 'BLR-N' };
  const wanted = {
    customerid,
    planid,
    subplanid,
    ...where,
    count: 1,
    valid_hours: 24,
    use_until: '2099-12-31',
    ...fields,
  };
  return shop.api.ok<number>('hotspot/batch_create', wanted as Record<string, string | number>, shop.me);
}

/** Of a subscriber, since the fixture makes them together. */
async function customerOf(shop: Shop): Promise<number> {
  const { id } = await shop.subscribe();
  const service = await shop.api.db.prisma.service.findUniqueOrThrow({ where: { id } });
  return service.customerId;
}

export interface Answered {
  readonly status: number;
  readonly text: string;
  /** Where the browser is sent. */
  readonly to: URL | null;
  readonly headers: Headers;
}

/** A browser at the page of an ISP. */
export async function browse(
  api: Api,
  ispid: number,
  given: Record<string, string>,
  { from = '192.0.2.1', method = 'POST' } = {},
): Promise<Answered> {
  const form = new URLSearchParams(given);
  const page = `${api.url}/hotspot/${ispid}`;
  const headers = { 'X-Forwarded-For': from };
  const response = await fetch(method === 'GET' ? `${page}?${form}` : page, {
    method,
    redirect: 'manual',
    headers,
    ...(method === 'GET' ? {} : { body: form }),
  });
  const location = response.headers.get('location');
  return {
    status: response.status,
    text: await response.text(),
    to: location === null ? null : new URL(location),
    headers: response.headers,
  };
}

/** A NAS that has been sent a browser back. */
export class HotspotNas {
  readonly server: TestServer;
  readonly nas: TestNas;

  constructor(server: TestServer, nas: TestNas) {
    this.server = server;
    this.nas = nas;
  }

  /** What RouterOS makes of the address. */
  byChap(to: URL, mac: string): Promise<Decoded | null> {
    const response = Buffer.from(to.searchParams.get('password') ?? '', 'hex');
    return this.#ask(to, mac, [
      ['CHAP-Password', Buffer.concat([CHAP_ID, response])],
      ['CHAP-Challenge', CHALLENGE],
    ]);
  }

  byPap(to: URL, mac: string): Promise<Decoded | null> {
    return this.#ask(to, mac, [['User-Password', to.searchParams.get('password') ?? '']]);
  }

  /** What CoovaChilli makes of it, by its challenge and its secret. */
  byUam(to: URL, mac: string, challenge: Buffer, secret: string | null): Promise<Decoded | null> {
    const response = Buffer.from(to.searchParams.get('response') ?? '', 'hex');
    return this.#ask(to, mac, [
      ['CHAP-Password', Buffer.concat([Buffer.of(0), response])],
      ['CHAP-Challenge', secret === null ? challenge : md5(challenge, secret)],
    ]);
  }

  #ask(to: URL, mac: string, credentials: Pair[]): Promise<Decoded | null> {
    const named: Pair[] = [
      ['User-Name', to.searchParams.get('username') ?? ''],
      ['Calling-Station-Id', mac],
    ];
    return this.nas.ask(this.server.authPort, this.nas.accessRequest([...named, ...credentials]));
  }
}
