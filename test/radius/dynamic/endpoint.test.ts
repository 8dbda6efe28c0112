import { describe, expect, it } from 'vitest';
import { Destination } from '../../../src/radius/dynamic/destination.ts';
import { Endpoint } from '../../../src/radius/dynamic/endpoint.ts';

/** Destinations of one endpoint, and what each was given so far, in order. */
function proxied(count: number) {
  const endpoint = new Endpoint();
  const given: { destination: Destination; identifier: number }[] = [];
  const destinations = Array.from({ length: count }, () => new Destination(endpoint, 1_000));
  const ask = (destination: Destination) =>
    destination.acquire(false, 0).then((identifier) => {
      if (identifier !== null) given.push({ destination, identifier });
    });
  return { destinations, given, ask };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('an endpoint that NASes share', () => {
  it('has 256 requests under way at most, each with an identifier of its own, and serves all in the end', async () => {
    const { destinations, given, ask } = proxied(24);
    for (let round = 0; round < 20; round++) for (const destination of destinations) void ask(destination);
    await settled();
    expect(given).toHaveLength(256);
    expect(new Set(given.map(({ identifier }) => identifier)).size).toBe(256);
    for (let at = 0; at < 480; at++) {
      const { destination, identifier } = given[at] as (typeof given)[0];
      destination.release(identifier, true, 0);
      await settled();
    }
    expect(given).toHaveLength(480);
  });

  it('is not stopped by a NAS that falls silent while it waits for an identifier', async () => {
    const { destinations, given, ask } = proxied(17);
    const [silent, ...others] = destinations as [Destination, ...Destination[]];
    for (let count = 0; count < 3; count++) void ask(silent);
    for (const destination of others) for (let count = 0; count < 16; count++) void ask(destination);
    void ask(silent);
    await settled();
    expect(given).toHaveLength(256);
    const ofSilent = given.filter(({ destination }) => destination === silent);
    for (const { identifier } of ofSilent) silent.release(identifier, false, 0);
    await settled();
    // What waited for the silent NAS failed; its identifiers went to the others.
    expect(given).toHaveLength(259);
    expect(given.slice(256).every(({ destination }) => destination !== silent)).toBe(true);
  });

  it('gives an identifier again as late as possible', async () => {
    const { destinations, given, ask } = proxied(1);
    const [nas] = destinations as [Destination];
    for (let count = 0; count < 257; count++) {
      await ask(nas);
      nas.release(given[count]?.identifier ?? -1, true, 0);
    }
    expect(given.slice(0, 256).map(({ identifier }) => identifier)).toEqual(Array.from({ length: 256 }, (_, at) => at));
    expect(given[256]?.identifier).toBe(0);
  });
});
