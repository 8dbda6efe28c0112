import { ipv4Dotted, ipv4Number } from '../../../../core/network/ipv4.ts';

/** Which ports of which public address inside addresses have: one after the other, from the lowest of each on. */
export interface NatRule {
  readonly insideFrom: string;
  readonly insideUpto: string;
  readonly publicFrom: string;
  readonly publicUpto: string;
  /** Of each inside address. */
  readonly ports: number;
  /** Of a public address, both included; a rest that is no whole block is not used. */
  readonly firstPort: number;
  readonly lastPort: number;
}

export interface Translation {
  readonly inside: string;
  readonly outside: string;
  /** Ports of the public address, both included. */
  readonly first: number;
  readonly last: number;
}

/** Inside addresses that share a public one. */
export const blocksPerAddress = ({ ports, firstPort, lastPort }: NatRule): number =>
  Math.floor((lastPort - firstPort + 1) / ports);

export const countOf = (from: string, upto: string): number => ipv4Number(upto) - ipv4Number(from) + 1;

/** What an inside address becomes; null if the rule is not about it. */
export function translate(rule: NatRule, inside: string): Translation | null {
  const at = ipv4Number(inside) - ipv4Number(rule.insideFrom);
  return at < 0 || at >= countOf(rule.insideFrom, rule.insideUpto) ? null : translationAt(rule, at);
}

/** The inside addresses that have a public address, or one port of it: none, one, or without a port several. */
export function translationsOf(rule: NatRule, outside: string, port?: number): Translation[] {
  const publicAt = ipv4Number(outside) - ipv4Number(rule.publicFrom);
  if (publicAt < 0 || publicAt >= countOf(rule.publicFrom, rule.publicUpto)) return [];
  const blocks = blocksPerAddress(rule);
  const begin = publicAt * blocks;
  const end = Math.min(begin + blocks, countOf(rule.insideFrom, rule.insideUpto));
  if (port === undefined)
    return Array.from({ length: Math.max(end - begin, 0) }, (_, at) => translationAt(rule, begin + at));
  const at = begin + Math.floor((port - rule.firstPort) / rule.ports);
  return at < begin || at >= end ? [] : [translationAt(rule, at)];
}

/** Of the inside address at that place, from 0 on. */
function translationAt(rule: NatRule, at: number): Translation {
  const blocks = blocksPerAddress(rule);
  const first = rule.firstPort + (at % blocks) * rule.ports;
  return {
    inside: ipv4Dotted(ipv4Number(rule.insideFrom) + at),
    outside: ipv4Dotted(ipv4Number(rule.publicFrom) + Math.floor(at / blocks)),
    first,
    last: first + rule.ports - 1,
  };
}
