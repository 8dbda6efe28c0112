import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ReplyCache } from '../../../src/radius/server/reply-cache.ts';
import '../../fixtures/properties.ts';
import { requestKey } from './request-key.ts';

const T = 1_700_000_000_000;
const KEPT = 30_000;

it('an answer is found by NAS, port, identifier and authenticator, for half a minute', () => {
  const cache = new ReplyCache();
  const request = { nas: 1, port: 1812, identifier: 7, filling: 1, at: T };
  cache.begin(requestKey(request));
  expect(cache.find(requestKey(request))).toBe('pending');
  cache.store(requestKey(request), Buffer.from('answer'));
  expect(cache.find(requestKey({ ...request, at: T + KEPT - 1 }))).toEqual(Buffer.from('answer'));
  expect(cache.find(requestKey({ ...request, nas: 2 }))).toBeNull();
  expect(cache.find(requestKey({ ...request, port: 1813 }))).toBeNull();
  expect(cache.find(requestKey({ ...request, identifier: 8 }))).toBeNull();
  expect(cache.find(requestKey({ ...request, filling: 2 }))).toBeNull();
  expect(cache.find(requestKey({ ...request, at: T + KEPT }))).toBeNull();
  cache.sweep(T + KEPT);
  expect(cache.size).toBe(0);
});

it('the answer to a request whose identifier has been reused is not stored', () => {
  const cache = new ReplyCache();
  const [first, second] = [requestKey({ at: T, filling: 1 }), requestKey({ at: T, filling: 2 })];
  for (let times = 0; times < 50; times++) {
    cache.begin(first);
    cache.begin(second);
    cache.store(first, Buffer.alloc(60, 'first'));
    cache.store(second, Buffer.alloc(60, 'second'));
    expect(cache.find(first)).toBeNull();
    expect(cache.find(second)).toEqual(Buffer.alloc(60, 'second'));
    cache.abandon(first);
    expect(cache.find(second)).not.toBeNull();
  }
  expect(cache.size).toBe(1);
});

it('answers of any length are stored unchanged, and can be replaced', () => {
  const cache = new ReplyCache();
  const request = requestKey({ at: T });
  cache.begin(request);
  for (const length of [4096, 20, 32, 33, 108, 109]) {
    const answer = Buffer.from(Array.from({ length }, (_, at) => at));
    cache.store(request, answer);
    expect(cache.find(request)).toEqual(answer);
  }
});

it('all NASes together stay within the limits, and a request that was not remembered is new again', () => {
  const cache = new ReplyCache({ maxRequests: 100, maxOctets: 2_400 });
  const requests = Array.from({ length: 10_000 }, (_, at) =>
    requestKey({ nas: at % 50, port: at, filling: at & 255, at: T }),
  );
  for (const request of requests) {
    cache.begin(request);
    cache.store(request, Buffer.alloc(50));
    expect(cache.size).toBeLessThanOrEqual(100);
  }
  const kept = requests.map((request) => cache.find(request)).filter((known) => known !== null);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThanOrEqual(30);
  cache.sweep(T + KEPT);
  expect(cache.size).toBe(0);
  const late = requestKey({ at: T + KEPT });
  cache.begin(late);
  cache.store(late, Buffer.alloc(2_000));
  expect(cache.find(late)).toHaveLength(2_000);
});

it('a NAS that floods evicts only its own requests, the oldest first', () => {
  const cache = new ReplyCache({ maxPerNas: 100 });
  const quiet = requestKey({ nas: 2, at: T });
  cache.begin(quiet);
  const flood = Array.from({ length: 5_000 }, (_, at) => requestKey({ nas: 1, port: 1024 + at, at: T + 1 }));
  for (const request of flood) cache.begin(request);
  expect(cache.find(quiet)).toBe('pending');
  expect(cache.size).toBe(101);
  expect(flood.map((request) => cache.find(request) !== null)).toEqual(flood.map((_, at) => at >= 4_900));
});

it('a proxy, which sends the requests of many NASes, has more of them remembered, and evicts only its own', () => {
  const cache = new ReplyCache({ maxPerNas: 100, maxPerProxy: 1_000 });
  const [nas, proxy] = [1, -1];
  const quiet = requestKey({ nas, at: T });
  cache.begin(quiet);
  const flood = Array.from({ length: 2_000 }, (_, at) => requestKey({ nas: proxy, port: 1024 + at, at: T + 1 }));
  for (const request of flood) cache.begin(request);
  expect(cache.find(quiet)).toBe('pending');
  expect(cache.size).toBe(1_001);
  // The NAS and the proxy with the same number are two hops.
  expect(cache.find(requestKey({ nas: proxy, at: T }))).toBeNull();
});

it('memory grows with the number of requests and is released after they expire', () => {
  const cache = new ReplyCache();
  for (let at = 0; at < 40_000; at++) {
    const request = requestKey({ nas: at % 10, port: at, at: T });
    cache.begin(request);
    cache.store(request, Buffer.alloc(150));
  }
  expect(cache.size).toBe(40_000);
  expect(cache.octets).toBeGreaterThan(40_000 * 150);
  cache.sweep(T + KEPT);
  expect(cache.octets).toBeLessThan(1_000_000);
});

it('behaves like a plain map, whatever the order of calls', () => {
  const step = fc.record({
    what: fc.constantFrom('begin', 'begin', 'store', 'store', 'abandon', 'sweep'),
    nas: fc.constantFrom(-1, 1, 2),
    identifier: fc.integer({ min: 0, max: 3 }),
    filling: fc.integer({ min: 0, max: 1 }),
    length: fc.integer({ min: 20, max: 400 }),
    pause: fc.constantFrom(0, 1, 9_000, KEPT),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const cache = new ReplyCache();
      const model = new Map<string, { filling: number; at: number; answer: Buffer | 'pending' }>();
      let at = T;
      for (const { what, pause, length, ...which } of steps) {
        at += pause;
        const request = requestKey({ ...which, at });
        const key = `${which.nas} ${which.identifier}`;
        const known = model.get(key);
        const isSame = known?.filling === which.filling;
        const expected = known && isSame && at - known.at < KEPT ? known.answer : null;
        expect(cache.find(request)).toEqual(expected);
        if (what === 'begin') {
          cache.begin(request);
          model.set(key, { filling: which.filling, at, answer: 'pending' });
        } else if (what === 'store' && expected !== null) {
          const answer = Buffer.alloc(length, at % 251);
          cache.store(request, answer);
          if (known) known.answer = answer;
        } else if (what === 'abandon') {
          cache.abandon(request);
          if (isSame) model.delete(key);
        } else if (what === 'sweep') {
          cache.sweep(at);
          for (const [old, entry] of model) if (at - entry.at >= KEPT) model.delete(old);
          expect(cache.size).toBe(model.size);
        }
      }
      cache.sweep(at + KEPT);
      expect(cache.size).toBe(0);
    }),
  );
});
