import type { Kind } from './kinds.ts';

/** Valid texts of one kind, of which the first is an example, and invalid ones. */
export interface Samples {
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

/** A documented text of a kind. */
export function exampleOf(kind: Kind): string {
  return kind.example ?? samplesOf(kind).good[0] ?? '';
}

export function samplesOf(kind: Kind): Samples {
  const { good, bad } = ofShape(kind);
  const first = kind.example === undefined ? [] : [kind.example];
  // Not every text is an e-mail address: only the example of a text is sure to be valid.
  const others = kind.is === 'text' && kind.example !== undefined ? [] : good;
  return { good: [...new Set([...first, ...others, ...(kind.takes ?? [])])], bad };
}

function ofShape(kind: Kind): Samples {
  switch (kind.is) {
    case 'id':
      return { good: ['7', '2147483647'], bad: ['-1', '1.5', '1e3', 'seven', '99999999999'] };
    case 'owner id':
      return { good: ['7', '0'], bad: ['-1', '1.5', 'seven', '99999999999'] };
    case 'JSON integer':
      return { good: ['3'], bad: [] };
    case 'integer':
      return ofInteger(kind);
    case 'money':
      return { good: ['12.50', '12.5', '12'], bad: ['twelve', '12,50', '1e3'] };
    case 'numeric':
      return { good: ['2.5', '3'], bad: ['two', '2,5', '1e3'] };
    case 'percent':
      return { good: ['12.50', '0', '100'], bad: ['-0.01', '100.01', '101', 'half'] };
    case 'text':
      return { good: ['ravi'], bad: [] };
    case 'partial text':
      return { good: ['av', 'Śrī'], bad: [] };
    case 'wildcard':
      return { good: ['ravi', 'ra%', '%av%', '%'], bad: [] };
    case 'date':
      return { good: ['2026-01-31', '2024-02-29'], bad: ['2026-02-30', '31-01-2026', '2026/01/31', 'today'] };
    case 'timestamp':
      return {
        good: ['2026-01-31 18:30:00', '2024-02-29 00:00:00'],
        bad: ['2026-02-30 10:00:00', '2026-01-31 25:00:00', '31-01-2026 10:00:00', 'now'],
      };
    case 'date or timestamp':
      return { good: ['2026-01-31', '2026-01-31 18:30:00'], bad: ['2026-02-30', '31-01-2026', 'now'] };
    case 'IPv4':
      return { good: ['192.0.2.1'], bad: ['192.0.2', '192.0.2.256', '2001:db8::1', 'nas1'] };
    case 'IP':
      return { good: ['192.0.2.1', '2001:db8::1'], bad: ['192.0.2', '192.0.2.256', 'nas1', 'fe80::1%eth0'] };
    case 'IPv4 octets':
      return { good: ['192.0.2', '10.0.0'], bad: ['192.0', '192.0.256', 'net'] };
    case 'IPv6':
      return { good: ['2001:db8::1', '2001:DB8:0:0:0:0:0:1'], bad: ['192.0.2.1', '2001:db8::g', 'fe80::1%eth0'] };
    case 'IPv6 prefix':
      return {
        good: ['2001:db8::/40', '2001:DB8:0:0::/64'],
        bad: ['2001:db8::1', '2001:db8::1/64', '2001:db8::/65', '192.0.2.0/24', 'fe80::%eth0/64'],
      };
    case 'IPv6 range':
      return { good: ['2001:db8::1', '2001:db8::/56'], bad: ['192.0.2.1', '2001:db8::/129', '2001:db8::g'] };
    case 'MAC':
      return { good: ['aa:bb:cc:dd:ee:ff', 'AA:BB:CC:DD:EE:FF'], bad: ['aa:bb:cc:dd:ee', 'gg:bb:cc:dd:ee:ff', 'mac'] };
    case 'flag':
      return { good: [kind.yes, kind.no], bad: flagLookalikes(kind) };
    case 'enum':
      return { good: kind.values, bad: [...misspelled(kind), 'Nonsense'] };
    case 'csv':
      return ofCsv(kind.of);
    case 'comparison':
      return ofComparison(kind);
    case 'left open':
      return { good: [], bad: [] };
  }
}

function ofInteger({ min, max }: { min?: number; max?: number }): Samples {
  const good = [min, max].filter((bound) => bound !== undefined).map(String);
  const beyond = [...(min === undefined ? [] : [min - 1]), ...(max === undefined ? [] : [max + 1])].map(String);
  return { good: good.length > 0 ? good : ['12'], bad: [...beyond, '1.5', 'ten'] };
}

/** Flags are case-sensitive as written (1.1), and the spellings of the others are not theirs. */
function flagLookalikes({ yes, no }: { yes: string; no: string }): string[] {
  return ['Y', 'y', 'yes', 'on', 'On', '1', '2', 'true', ''].filter(
    (text) => text !== yes && text !== no && text !== '',
  );
}

function misspelled(kind: Extract<Kind, { is: 'enum' }>): string[] {
  const known = spellingsOf(kind);
  const [first = ''] = kind.values;
  return [first.toLowerCase(), first.toUpperCase(), `${first}s`].filter((text) => !known.includes(text));
}

/** Every spelling of an enum that the contract knows. */
export function spellingsOf({ values, takes, same, elsewhere }: Extract<Kind, { is: 'enum' }>): readonly string[] {
  return [...values, ...(takes ?? []), ...Object.keys(same ?? {}), ...(elsewhere ?? [])];
}

function ofCsv(item: Kind): Samples {
  const { good, bad } = samplesOf(item);
  const [first = ''] = good;
  return {
    good: [first, ...good.slice(1), ...(good.length > 1 ? [good.join(','), good.join(', ')] : [])],
    bad: bad.flatMap((text) => [text, `${first},${text}`]),
  };
}

/** No operator, and the operators of 1.1, also with the characters ≤ and ≥; each with and without a blank after it. */
const OPERATORS = ['<', '<=', '≤', '>', '>=', '≥', '='];

function ofComparison({ of, literals = [] }: Extract<Kind, { is: 'comparison' }>): Samples {
  const value = exampleOf(of);
  const { good, bad } = samplesOf(of);
  const compared = OPERATORS.flatMap((operator) => [`${operator}${value}`, `${operator} ${value}`]);
  return {
    good: [...good, ...compared, ...literals],
    bad: [...bad, ...bad.map((text) => `>=${text}`), `!${value}`, `<>${value}`, `${value}<`, '<'],
  };
}
