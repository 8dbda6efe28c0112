import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveEndedSessions } from '../../src/areas/network/sessions/move-ended.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { nextNumber } from '../factories/sequence.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting } from './fixtures/accounting.ts';
import type { Pair } from './fixtures/radius-package.ts';
import { startTestServer } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const service = await makeService(db, plan);
const nasRow = await makeNas(db, isp);
const server = await startTestServer(db);
const begin = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
let nas: TestNas;
beforeAll(async () => {
  nas = await TestNas.open(nasRow);
});
afterAll(() => nas.close());

type Type = 'Start' | 'Interim-Update' | 'Stop';
type Block = { ip: string; first: number; last: number; from?: number; upto?: number };

const SECOND = 1000;
const { username } = service;
const newSession = () => `p${nextNumber()}`;

async function send(session: string, type: Type, after: number, more: readonly Pair[], start = 0): Promise<void> {
  const request = accounting({ type, username, session, at: begin + after * SECOND, seconds: after - start, more });
  const answer = await nas.ask(server.acctPort, nas.accountingRequest(request));
  expect(answer?.code).toBe('Accounting-Response');
}

/** With times in seconds after the start of the session. */
async function blocksOf(session: string, table = 'radius.session'): Promise<string[]> {
  const text = `SELECT port_blocks AS blocks FROM ${table} WHERE acct_session_id = $1`;
  const { rows } = await db.pool.query<{ blocks: Block[] | null }>(text, [session]);
  const since = (at?: number) => (at === undefined ? '' : String((at - begin) / SECOND));
  return (rows[0]?.blocks ?? []).map(
    ({ ip, first, last, from, upto }) => `${ip} ${first}-${last} ${since(from)}..${since(upto)}`,
  );
}

const uint = (value: number) => {
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(value);
  return octets;
};
const seconds = (after: number) => uint(begin / SECOND + after);
const nokia = (...attributes: [number, Buffer | string][]): Pair => [
  'Vendor-Specific',
  6527,
  attributes.map(([type, value]) => [type, Buffer.from(value as string)] as [number, Buffer]),
];
const huawei = (ip: string, first: number, last: number, update?: number): Pair => [
  'Vendor-Specific',
  2011,
  [
    [161, Buffer.from(ip.split('.').map(Number))],
    [162, uint(first)],
    [163, uint(last)],
    ...(update === undefined ? [] : [[165, uint(update)] as [number, Buffer]]),
  ],
];
const tlv = (type: number, value: Buffer) => Buffer.concat([Buffer.from([type, value.length + 2]), value]);
/** RFC 8045: type 241 with its extended type, then TLVs. */
const extended = (type: number, ...tlvs: Buffer[]): Pair => [241, Buffer.concat([Buffer.from([type]), ...tlvs])];
const external = tlv(3, Buffer.from([198, 51, 100, 7]));

describe('ports of a session under NAT', () => {
  it('of a Nokia NAS are those in use, and with a reason those that were allocated or released', async () => {
    const session = newSession();
    await send(session, 'Start', 0, [nokia([121, '180.0.1.248 37674-37723 router base'])]);
    await send(session, 'Interim-Update', 60, [
      nokia([121, '180.0.1.248 40000-40049,40100-40149 router base'], [163, uint(20)], [86, seconds(58)]),
    ]);
    await send(session, 'Interim-Update', 90, [
      nokia([121, '180.0.1.248 37674-37723,40000-40049,40100-40149 router 5']),
    ]);
    await send(session, 'Interim-Update', 120, [
      nokia([121, '180.0.1.248 40000-40049 router base'], [163, uint(19)], [86, seconds(119)]),
    ]);
    await send(session, 'Stop', 180, [nokia([121, '180.0.1.248 37674-37723,40100-40149 router base'])]);
    expect(await blocksOf(session)).toEqual([
      '180.0.1.248 37674-37723 ..',
      '180.0.1.248 40000-40049 58..119',
      '180.0.1.248 40100-40149 58..',
    ]);
  });

  it('of a Huawei NAS are added, deleted, or all others', async () => {
    const session = newSession();
    await send(session, 'Start', 0, [huawei('203.0.113.1', 1024, 2047)]);
    await send(session, 'Interim-Update', 60, [huawei('203.0.113.1', 4096, 5119, 0)]);
    await send(session, 'Interim-Update', 70, [huawei('203.0.113.1', 4096, 5119, 1)]);
    await send(session, 'Interim-Update', 80, [huawei('203.0.113.2', 2048, 3071, 3)]);
    expect(await blocksOf(session)).toEqual([
      '203.0.113.1 1024-2047 ..80',
      '203.0.113.1 4096-5119 60..70',
      '203.0.113.2 2048-3071 80..',
    ]);
  });

  it('of RFC 8045 are ranges and forwarded ports', async () => {
    const session = newSession();
    const range = (alloc: number) =>
      extended(6, tlv(8, uint(alloc)), external, tlv(9, uint(3000)), tlv(10, uint(3999)));
    await send(session, 'Start', 0, [range(1)]);
    await send(session, 'Interim-Update', 60, [extended(7, external, tlv(6, uint(80)), tlv(7, uint(8080)))]);
    await send(session, 'Interim-Update', 90, [range(2), extended(5, tlv(2, uint(1000)), external)]);
    expect(await blocksOf(session)).toEqual(['198.51.100.7 3000-3999 0..90', '198.51.100.7 8080-8080 60..']);
  });

  it('count from the start of the session if the packet that told of their allocation was lost', async () => {
    const session = newSession();
    await send(session, 'Start', 0, []);
    expect(await blocksOf(session)).toEqual([]);
    await send(session, 'Interim-Update', 60, [nokia([121, '180.0.1.1 1024-1073 router base'])]);
    await send(session, 'Interim-Update', 90, [huawei('180.0.1.1', 2000, 2063, 1)]);
    expect(await blocksOf(session)).toEqual(['180.0.1.1 1024-1073 ..', '180.0.1.1 2000-2063 ..90']);
  });

  it('are the same however often a report is repeated, and in whichever order reports arrive', async () => {
    const [inOrder, swapped] = [newSession(), newSession()];
    const reports = [
      [60, huawei('203.0.113.9', 4096, 5119, 0)],
      [90, huawei('203.0.113.9', 4096, 5119, 1)],
    ] as const;
    for (const [after, report] of [...reports, ...reports]) await send(inOrder, 'Interim-Update', after, [report]);
    for (const [after, report] of [...reports].reverse()) await send(swapped, 'Interim-Update', after, [report]);
    expect(await blocksOf(inOrder)).toEqual(['203.0.113.9 4096-5119 60..90']);
    expect(await blocksOf(swapped)).toEqual(['203.0.113.9 4096-5119 60..90']);
  });

  it.each<[string, Pair]>([
    ['a text without ports', nokia([121, '180.0.1.248 router base'])],
    ['ports in the wrong order', nokia([121, '180.0.1.248 9-5 router base'])],
    ['a port above 65535', nokia([121, '180.0.1.248 5-70000 router base'])],
    ['no address', nokia([121, '999.0.1.248 5-70 router base'])],
    ['octets that are no text', nokia([121, Buffer.from([0, 255, 254])])],
    ['a range without its end', extended(6, external, tlv(9, uint(3000)))],
    ['a TLV that does not fit', extended(6, Buffer.from([3, 200, 1, 2]))],
    ['nothing at all', [241, Buffer.from([6])]],
  ])('are not read from %s', async (_, attribute) => {
    const session = newSession();
    await send(session, 'Start', 0, [attribute]);
    expect(await blocksOf(session)).toEqual([]);
  });

  it('are at most 64 of a packet and 256 of a session, of which the released ones go first', async () => {
    const session = newSession();
    const text = (from: number) => Array.from({ length: 10 }, (_, at) => `${from + at}-${from + at}`).join(',');
    for (let sent = 0; sent < 6; sent++) {
      const ranges = Array.from({ length: 7 }, (_, at) =>
        nokia([121, `180.0.1.1 ${text(1000 * (sent + 1) + 10 * at)} r`]),
      );
      await send(session, 'Interim-Update', 60 + sent, ranges);
      if (sent === 0) await send(session, 'Interim-Update', 60, [huawei('180.0.1.1', 1000, 1009, 1)]);
    }
    const blocks = await blocksOf(session);
    expect(blocks).toHaveLength(256);
    expect(blocks.filter((block) => block.includes(' 10'))).toHaveLength(54);
    expect(blocks).not.toContain('180.0.1.1 1000-1000 ..60');
    expect(blocks).toContain('180.0.1.1 2063-2063 61..');
  });

  it('go with the session to the log, and back with a late record', async () => {
    const session = newSession();
    const ago = -3 * 86_400;
    await send(session, 'Start', ago, [huawei('203.0.113.30', 1024, 2047)], ago);
    await send(session, 'Stop', ago + 60, [], ago);
    await moveEndedSessions(db, new Date(), new AbortController().signal);
    expect(await blocksOf(session, 'radius.session_log')).toEqual(['203.0.113.30 1024-2047 ..']);
    await send(session, 'Interim-Update', ago + 30, [huawei('203.0.113.30', 4096, 5119, 0)], ago);
    expect(await blocksOf(session)).toEqual(['203.0.113.30 1024-2047 ..', `203.0.113.30 4096-5119 ${ago + 30}..`]);
    expect(await blocksOf(session, 'radius.session_log')).toEqual([]);
  });
});
