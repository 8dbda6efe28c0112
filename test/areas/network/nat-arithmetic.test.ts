import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blocksPerAddress,
  type NatRule,
  translate,
  translationsOf,
} from '../../../src/areas/network/nas/nat-rules/arithmetic.ts';
import { ipv4Dotted, ipv4Number } from '../../../src/core/network/ipv4.ts';
import '../../fixtures/properties.ts';

/** A rule with room for all its inside addresses. */
const rules: fc.Arbitrary<NatRule> = fc
  .record({
    insideFrom: fc.integer({ min: ipv4Number('100.64.0.0'), max: ipv4Number('100.100.0.0') }),
    publicFrom: fc.integer({ min: ipv4Number('198.51.100.0'), max: ipv4Number('255.255.255.0') }),
    inside: fc.integer({ min: 1, max: 300 }),
    ports: fc.integer({ min: 64, max: 20_000 }),
    firstPort: fc.integer({ min: 1, max: 40_000 }),
  })
  .map(({ insideFrom, publicFrom, inside, ports, firstPort }) => {
    const blocks = Math.floor((65_535 - firstPort + 1) / ports);
    return {
      ...{ insideFrom: ipv4Dotted(insideFrom), insideUpto: ipv4Dotted(insideFrom + inside - 1) },
      ...{ publicFrom: ipv4Dotted(publicFrom), publicUpto: ipv4Dotted(publicFrom + Math.ceil(inside / blocks) - 1) },
      ...{ ports, firstPort, lastPort: 65_535 },
    };
  })
  .filter(({ publicUpto, publicFrom }) => ipv4Number(publicUpto) >= ipv4Number(publicFrom));

const insidesOf = ({ insideFrom, insideUpto }: NatRule) =>
  Array.from({ length: ipv4Number(insideUpto) - ipv4Number(insideFrom) + 1 }, (_, at) =>
    ipv4Dotted(ipv4Number(insideFrom) + at),
  );

describe('a rule of deterministic NAT', () => {
  it('gives every inside address ports that lead back to it, and to no other', () => {
    fc.assert(
      fc.property(rules, fc.nat(), (rule, n) => {
        for (const inside of insidesOf(rule)) {
          const translation = translate(rule, inside);
          if (!translation) throw new Error(`nothing for ${inside}`);
          const { outside, first, last } = translation;
          expect(last - first + 1).toBe(rule.ports);
          for (const port of [first, last, first + (n % rule.ports)])
            expect(translationsOf(rule, outside, port)).toEqual([translation]);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('gives no two inside addresses a port in common, and none beyond its ranges', () => {
    fc.assert(
      fc.property(rules, (rule) => {
        const given = insidesOf(rule).flatMap((inside) => translate(rule, inside) ?? []);
        const blocks = given.map(({ outside, first, last }) => [ipv4Number(outside), first, last] as const);
        for (const [at, [outside, first, last]] of blocks.entries()) {
          const [before = -1, , beforeLast = -1] = blocks[at - 1] ?? [];
          expect(outside > before || first === beforeLast + 1).toBe(true);
          expect(first >= rule.firstPort && last <= rule.lastPort).toBe(true);
          expect(outside >= ipv4Number(rule.publicFrom) && outside <= ipv4Number(rule.publicUpto)).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('leads from a public address to all inside addresses that share it', () => {
    fc.assert(
      fc.property(rules, (rule) => {
        const outsides = [...new Set(insidesOf(rule).map((inside) => translate(rule, inside)?.outside ?? ''))];
        const found = outsides.flatMap((outside) => translationsOf(rule, outside).map(({ inside }) => inside));
        expect(found).toEqual(insidesOf(rule));
        for (const outside of outsides)
          expect(translationsOf(rule, outside).length).toBeLessThanOrEqual(blocksPerAddress(rule));
      }),
      { numRuns: 50 },
    );
  });

  it('says nothing of addresses and ports beyond it', () => {
    const inside = { insideFrom: '100.64.0.0', insideUpto: '100.64.0.9' };
    const outside = { publicFrom: '198.51.100.1', publicUpto: '198.51.100.1' };
    const rule = { ...inside, ...outside, ports: 1000, firstPort: 1024, lastPort: 20_000 };
    expect(translate(rule, '100.63.255.255')).toBeNull();
    expect(translate(rule, '100.64.0.10')).toBeNull();
    expect(translate(rule, '100.64.0.9')).toEqual({
      inside: '100.64.0.9',
      outside: '198.51.100.1',
      first: 10_024,
      last: 11_023,
    });
    for (const port of [1, 1023, 11_024, 20_001, 65_535])
      expect(translationsOf(rule, '198.51.100.1', port)).toEqual([]);
    expect(translationsOf(rule, '198.51.100.2')).toEqual([]);
    expect(translationsOf(rule, '198.51.100.0', 1024)).toEqual([]);
  });
});
