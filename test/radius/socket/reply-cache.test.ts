import { expect, it } from 'vitest';
import { ReplyCache } from '../../../src/radius/socket/reply-cache.ts';
import { frame, parsed } from '../packet/requests.ts';

const T = 1_000_000;

/** A request whose authenticator is of these octets. */
function request(filling: number) {
  const packet = parsed(frame(1, Buffer.alloc(0)));
  packet.bytes.fill(filling, 4, 20);
  return packet;
}

it('an answer is found by address, port, identifier and authenticator, for half a minute', () => {
  const cache = new ReplyCache();
  const [packet, reply] = [request(1), Buffer.from('answer')];
  cache.keep(cache.open('10.0.0.1', 1812, packet, T), reply);
  expect(cache.find('10.0.0.1', 1812, packet, T + 29_999)?.reply).toBe(reply);
  expect(cache.find('10.0.0.2', 1812, packet, T + 1)).toBeUndefined();
  expect(cache.find('10.0.0.1', 1813, packet, T + 1)).toBeUndefined();
  expect(cache.find('10.0.0.1', 1812, request(2), T + 1)).toBeUndefined();
  expect(cache.find('10.0.0.1', 1812, packet, T + 30_000)).toBeUndefined();
  cache.sweep(T + 30_000);
  expect(cache.size).toBe(0);
});

it('of all sources together no more is remembered than is allowed, and what is left out is worked on again', () => {
  const cache = new ReplyCache({ most: 100, mostOctets: 1_000 });
  for (let at = 0; at < 10_000; at++) {
    const [address, port, packet] = [`10.0.${at % 50}.1`, at, request(at & 255)];
    cache.keep(cache.open(address, port, packet, T), Buffer.alloc(50));
    expect(cache.size).toBeLessThanOrEqual(100);
  }
  const kept = Array.from({ length: 10_000 }, (_, at) =>
    cache.find(`10.0.${at % 50}.1`, at, request(at & 255), T + 1),
  ).filter((entry) => entry !== undefined);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThanOrEqual(20);
  expect(kept.every(({ reply }) => reply !== null)).toBe(true);
  cache.sweep(T + 30_000);
  expect(cache.size).toBe(0);
  cache.keep(cache.open('10.0.0.1', 1, request(1), T + 40_000), Buffer.alloc(1_000));
  expect(cache.find('10.0.0.1', 1, request(1), T + 40_001)?.reply).toHaveLength(1_000);
});

it('an answer that comes when another request has taken the place is not kept', () => {
  const cache = new ReplyCache({ most: 100, mostOctets: 100 });
  for (let times = 0; times < 50; times++) {
    const first = cache.open('10.0.0.1', 1, request(1), T + times);
    const second = cache.open('10.0.0.1', 1, request(2), T + times);
    cache.keep(first, Buffer.alloc(60));
    cache.keep(second, Buffer.alloc(60));
    expect(cache.find('10.0.0.1', 1, request(1), T + times)).toBeUndefined();
    expect(cache.find('10.0.0.1', 1, request(2), T + times)?.reply).toHaveLength(60);
  }
  expect(cache.size).toBe(1);
});
