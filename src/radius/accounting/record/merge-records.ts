import { CLOCK_TOLERANCE_MS } from './event-time.ts';
import type { ReportedIpv6, SessionRecord } from './record.ts';

/**
 * One record that has the effect of two successive ones of the same session. Null where the order matters: after a Stop,
 * for a `close`, when the NAS may have used the id again, when the addresses differ, and when both add bytes, which may belong
 * to two days, lie around a counter wrap, or exceed the line rate.
 */
export function mergeRecords(first: SessionRecord, second: SessionRecord): SessionRecord | null {
  const isGrowing =
    (first.kind === 'start' || first.kind === 'interim') && (second.kind === 'interim' || second.kind === 'stop');
  const isOneSession =
    isSameName(first, second) &&
    second.startedAt <= first.at + CLOCK_TOLERANCE_MS &&
    first.startedAt <= second.at + CLOCK_TOLERANCE_MS;
  if (!isGrowing || !isOneSession || first.day !== second.day || first.alive !== second.alive) return null;
  if (first.ipReleased || second.ipReleased) return null;
  if (first.unserved !== second.unserved || !addsNoBytes(first, second)) return null;
  if (!hasSameAddresses(first, second)) return null;
  if (second.kind === 'stop' && second.at < first.at) return null;
  const [older, newer] = first.at <= second.at ? [first, second] : [second, first];
  return {
    ...first,
    kind: second.kind === 'stop' ? 'stop' : first.kind,
    at: newer.at,
    seconds: longer(first.seconds, second.seconds),
    upBytes: first.upBytes > second.upBytes ? first.upBytes : second.upBytes,
    downBytes: first.downBytes > second.downBytes ? first.downBytes : second.downBytes,
    gigawords: first.gigawords || second.gigawords,
    serviceId: first.serviceId ?? second.serviceId,
    resellerId: first.resellerId ?? second.resellerId,
    ip: newer.ip ?? older.ip,
    mac: first.mac ?? second.mac,
    nasPort: first.nasPort ?? second.nasPort,
    nasPortType: first.nasPortType ?? second.nasPortType,
    sessionClass: first.sessionClass ?? second.sessionClass,
    cause: second.cause,
    ip6: mergedIpv6(older.ip6, newer.ip6),
    ports: older.ports && newer.ports ? [...older.ports, ...newer.ports] : (older.ports ?? newer.ports),
    part: newer.part ?? older.part,
    bundle: newer.bundle ?? older.bundle,
  };
}

/** Since a session has each address from its first record on to its last; a Start tells of its addresses from the beginning. */
function hasSameAddresses(first: SessionRecord, second: SessionRecord): boolean {
  const said = ({ ip, ip6 }: SessionRecord) => [ip, ip6?.prefix, ip6?.delegated, ip6?.address];
  const [before, after] = [said(first), said(second)];
  const isSame = (address: string | null | undefined, at: number) =>
    (address ?? null) === (before[at] ?? null) || ((address ?? null) === null && first.kind === 'start');
  return after.every(isSame);
}

/** Some NASes give two subscribers the same session id. */
const isSameName = (first: SessionRecord, second: SessionRecord): boolean =>
  first.username === second.username || (first.sessionClass !== null && first.sessionClass === second.sessionClass);

/** The first has no bytes, or the second has no others. */
function addsNoBytes(first: SessionRecord, { upBytes, downBytes }: SessionRecord): boolean {
  const isEmpty = first.upBytes === 0n && first.downBytes === 0n;
  return isEmpty || (first.upBytes === upBytes && first.downBytes === downBytes);
}

function mergedIpv6(older: ReportedIpv6 | null, newer: ReportedIpv6 | null): ReportedIpv6 | null {
  if (older === null || newer === null) return older ?? newer;
  return {
    prefix: newer.prefix ?? older.prefix,
    delegated: newer.delegated ?? older.delegated,
    address: newer.address ?? older.address,
  };
}

function longer(first: number | null, second: number | null): number | null {
  return first === null || second === null ? (first ?? second) : Math.max(first, second);
}
