import { fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../../../src/config/log.ts';
import { Journal, JournalFull } from '../../../../src/radius/accounting/journal/journal.ts';
import type { AccountingRecord, SessionRecord } from '../../../../src/radius/accounting/record/record.ts';

const folders: string[] = [];
let folder: string;
let lines: { level: string; msg: string }[];
const log = createLog('warn', { write: (line: string) => lines.push(JSON.parse(line)) });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lastmile-journal-'));
  folders.push(folder);
  lines = [];
});
afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true, force: true }))));

const open = (maxBytes = 64 * 1024 * 1024) => Journal.open({ folder, maxBytes, log });
const files = async () => (await readdir(folder)).filter((name) => name !== 'owner.sock').sort();
const path = async (at = 0) => join(folder, (await files())[at] ?? '');

const text = fc.option(fc.string({ unit: 'grapheme' }), { nil: null });
const id = fc.option(fc.nat(), { nil: null });
const session: fc.Arbitrary<SessionRecord> = fc.record({
  interimIntervalS: fc.nat(),
  kind: fc.constantFrom('start', 'interim', 'stop', 'close'),
  nasId: fc.nat(),
  nasIp: fc.ipV4(),
  username: fc.string({ unit: 'grapheme' }),
  acctSessionId: fc.string({ unit: 'binary' }),
  at: fc.maxSafeNat(),
  startedAt: fc.maxSafeInteger(),
  seconds: id,
  upBytes: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  downBytes: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  gigawords: fc.boolean(),
  lineRateMbps: fc.nat(),
  ispId: fc.nat(),
  resellerId: id,
  serviceId: id,
  unserved: fc.boolean(),
  day: fc.constant('2026-11-21'),
  alive: fc.boolean(),
  ip: text,
  mac: text,
  nasPort: text,
  nasPortType: text,
  sessionClass: text,
  cause: text,
  ip6: fc.option(fc.record({ prefix: text, delegated: text, address: text }), { nil: null }),
  part: fc.option(fc.record({ of: text, name: text, mayBeWhole: fc.boolean() }), { nil: null }),
  bundle: fc.option(fc.record({ id: fc.string({ unit: 'grapheme' }), links: fc.nat() }), { nil: null }),
  ipReleased: fc.boolean(),
  ports: fc.option(
    fc.array(
      fc.record({
        how: fc.constantFrom('use', 'add', 'free', 'set'),
        at: fc.nat(),
        blocks: fc.array(fc.record({ ip: fc.ipV4(), first: fc.nat(), last: fc.nat() })),
      }),
    ),
    { nil: null },
  ),
});
const nas = fc.record({ kind: fc.constantFrom('nas-on', 'nas-off'), nasId: fc.nat(), at: fc.maxSafeNat() });
const batches = fc.array(fc.array(fc.oneof(session, nas), { minLength: 1, maxLength: 5 }), {
  minLength: 1,
  maxLength: 8,
});

const nasOn = (at: number): AccountingRecord => ({ kind: 'nas-on', nasId: 1, at });

async function readAll(journal: Journal): Promise<AccountingRecord[]> {
  const all: AccountingRecord[] = [];
  for (;;) {
    const records = await journal.oldest();
    if (records === null) return all;
    all.push(...records);
    await journal.removeOldest();
  }
}

it('returns what was appended, in order, at once or after a restart', async () => {
  await fc.assert(
    fc.asyncProperty(batches, fc.nat(8), async (written, restartAfter) => {
      let journal = await open();
      for (const [at, batch] of written.entries()) {
        await journal.append(batch);
        if (at !== restartAfter) continue;
        await journal.close();
        journal = await open();
      }
      expect(await readAll(journal)).toEqual(written.flat());
      expect(journal).toMatchObject({ isEmpty: true, bytes: 0 });
      expect(await files()).toEqual([]);
      await journal.close();
    }),
    { numRuns: 60 },
  );
});

it('accepts records while it is read; a file that was read but not removed is read again', async () => {
  const first = await open();
  await first.append([nasOn(1)]);
  const reading = first.oldest();
  for (let turn = 0; turn < 20; turn++) {
    expect(first.isEmpty).toBe(false);
    expect(first.bytes).toBeGreaterThan(0);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await reading).toEqual([nasOn(1)]);
  await first.append([nasOn(2)]);
  expect(await first.oldest()).toEqual([nasOn(1)]);
  await first.close();
  const second = await open();
  await second.append([nasOn(3)]);
  expect(await readAll(second)).toEqual([nasOn(1), nasOn(2), nasOn(3)]);
  await second.close();
});

it('ignores a write that a crash cut off, at any point', async () => {
  const journal = await open();
  await journal.append([nasOn(1), nasOn(2), nasOn(3)]);
  await journal.close();
  const whole = await readFile(await path());
  const file = await path();
  for (let length = whole.length - 1; length >= 0; length--) {
    await truncate(file, length);
    const after = await open();
    const read = await after.oldest();
    const expected = [nasOn(1), nasOn(2), nasOn(3)].slice(0, read?.length);
    expect(read).toEqual(expected);
    await after.close();
  }
  expect(await files()).toEqual([expect.stringMatching(/\.journal$/)]);
  expect(lines.every(({ level }) => level === 'warn')).toBe(true);
});

it('keeps a copy of a file that is damaged in the middle, and reads the rest of it', async () => {
  const journal = await open();
  for (let at = 1; at <= 5; at++) await journal.append([nasOn(at)]);
  await journal.close();
  const file = await path();
  const bytes = await readFile(file);
  const third = bytes.indexOf('["nas-on",1,3]');
  bytes.writeUInt8(bytes.readUInt8(third) ^ 1, third);
  await writeFile(file, bytes);
  const after = await open();
  expect(await readAll(after)).toEqual([1, 2, 4, 5].map(nasOn));
  await after.close();
  expect(await files()).toEqual([expect.stringMatching(/\.journal\.damaged$/)]);
  expect(await readFile(await path())).toEqual(bytes);
  expect(lines).toMatchObject([{ level: 'error', msg: expect.stringContaining('damaged') }]);
});

it('keeps a copy of a file that is no journal of this version', async () => {
  await writeFile(join(folder, '000000000007.journal'), 'lastmile journal 2\nwhatever it holds');
  const journal = await open();
  await journal.append([nasOn(1)]);
  expect(await readAll(journal)).toEqual([nasOn(1)]);
  await journal.close();
  expect(await files()).toEqual(['000000000007.journal.damaged']);
  expect(lines).toMatchObject([{ level: 'error' }]);
});

it('finds whole records among arbitrary octets', async () => {
  const journal = await open();
  await journal.append([nasOn(1)]);
  await journal.close();
  const file = await path();
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (rubbish) => {
      const before = await readFile(file);
      await appendFile(file, rubbish);
      const after = await open();
      expect(await after.oldest()).toEqual([nasOn(1)]);
      await after.close();
      await writeFile(file, before);
    }),
    { numRuns: 50 },
  );
});

it('rejects records beyond its limit, and accepts them again when there is room', async () => {
  const journal = await open(100);
  await journal.append([nasOn(1)]);
  await expect(journal.append([nasOn(2), nasOn(3), nasOn(4)])).rejects.toThrow(JournalFull);
  expect(await readAll(journal)).toEqual([nasOn(1)]);
  await journal.append([nasOn(5)]);
  expect(await readAll(journal)).toEqual([nasOn(5)]);
  await journal.close();
});

it('tells whether there is room for records, and leaves nothing of the trial', async () => {
  const journal = await open(100_000);
  await journal.tryWrite();
  expect(await files()).toEqual([]);
  await journal.append(Array.from({ length: 2_000 }, (_, id) => nasOn(id)));
  await expect(journal.tryWrite()).rejects.toThrow(JournalFull);
  await journal.close();
});

it('belongs to one node at a time, and to the next after a kill', async () => {
  const owner = fork(new URL('./folder-lock-program.ts', import.meta.url), [folder], { execArgv: ['--import', 'tsx'] });
  await once(owner, 'message');
  await expect(open()).rejects.toThrow(/^DATA_DIR: another node uses .*; give each node its own folder\.$/);
  const ended = once(owner, 'exit');
  owner.kill('SIGKILL');
  await ended;
  const journal = await open();
  expect(await readAll(journal)).toEqual([nasOn(1)]);
  await journal.close();
});

it('is as old as the first record of its oldest file, over a restart too, and has no age when it is empty', async () => {
  const [record] = fc.sample(session, 1);
  const journal = await open();
  expect(journal.ageMs).toBe(0);
  await journal.append(record ? [record] : []);
  await expect.poll(() => journal.ageMs).toBeGreaterThanOrEqual(25);
  await journal.append(record ? [record] : []);
  expect(journal.ageMs).toBeGreaterThanOrEqual(25);
  await journal.close();
  const later = await open();
  // Not every file system keeps the time of creation.
  await expect.poll(() => later.ageMs).toBeGreaterThanOrEqual(25);
  await later.oldest();
  await later.removeOldest();
  expect(later.ageMs).toBe(0);
  await later.close();
});
