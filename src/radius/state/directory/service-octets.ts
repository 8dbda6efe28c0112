import { IP_ASSIGNMENTS, MAC_BINDS, SERVICE_STATUSES } from '../../../core/vocabulary/service.ts';
import { OctetReader } from '../memory/octet-reader.ts';
import { OctetWriter } from '../memory/octet-writer.ts';
import type { Isp } from './isp.ts';
import type { Plan } from './plan.ts';
import type { ServiceFacts } from './service.ts';

/** What services share. */
export interface Shared {
  isp(id: number): Isp | undefined;
  plan(id: number): Plan | undefined;
}

const PREPAID = 1;
const EXHAUSTED = 2;
/** It has static IPv6 prefixes; most have none, and no octet for them. */
const PREFIXES = 4;
/** It has a session limit of its own, likewise. */
const SESSION_LIMIT = 8;

const writer = new OctetWriter();

/** A service as octets, valid until the next call. Its ids are positive; 0 is none. */
export function octetsOf(service: ServiceFacts): Buffer {
  writer.clear();
  writer.word(service.plan.id);
  writer.word(service.resellerId ?? 0);
  writer.word(service.poolId ?? 0);
  writer.word(service.macGeneration);
  writer.byte(SERVICE_STATUSES.indexOf(service.status));
  writer.byte(IP_ASSIGNMENTS.indexOf(service.ipAssignment));
  writer.byte(MAC_BINDS.indexOf(service.macBind));
  const hasPrefixes = service.ip6Prefix !== null || service.pdPrefix !== null;
  const limit = service.sessionLimit === null ? 0 : SESSION_LIMIT;
  const prefixes = hasPrefixes ? PREFIXES : 0;
  writer.byte((service.prepaid ? PREPAID : 0) | (service.exhausted ? EXHAUSTED : 0) | prefixes | limit);
  writer.byte(service.level);
  writer.word(numberOf(service.validUpto));
  writer.word(numberOf(service.graceUpto));
  writer.word(numberOf(service.promiseUpto));
  writer.word(numberOf(service.problemUpto));
  writer.text(service.key);
  writer.octets(service.sealedPassword);
  writer.text(service.staticIp);
  writer.text(service.mac);
  if (hasPrefixes) {
    writer.text(service.ip6Prefix);
    writer.text(service.pdPrefix);
  }
  if (service.sessionLimit !== null) writer.byte(service.sessionLimit);
  return writer.written;
}

/** The service that `octetsOf` wrote. */
export function serviceOf(octets: Buffer, { id, isp, shared }: { id: number; isp: Isp; shared: Shared }): ServiceFacts {
  const reader = new OctetReader(octets);
  const plan = shared.plan(reader.word());
  if (!plan) throw new Error(`the plan of service ${id} is not in memory`);
  const resellerId = reader.word() || null;
  const poolId = reader.word() || null;
  const macGeneration = reader.word();
  const status = SERVICE_STATUSES[reader.byte()] as ServiceFacts['status'];
  const ipAssignment = IP_ASSIGNMENTS[reader.byte()] as ServiceFacts['ipAssignment'];
  const macBind = MAC_BINDS[reader.byte()] as ServiceFacts['macBind'];
  const marks = reader.byte();
  const level = reader.byte();
  const [validUpto, graceUpto] = [dayOf(reader.word()), dayOf(reader.word())];
  const [promiseUpto, problemUpto] = [dayOf(reader.word()), dayOf(reader.word())];
  const key = reader.text() ?? '';
  const sealedPassword = reader.octets() ?? Buffer.alloc(0);
  const [staticIp, mac] = [reader.text(), reader.text()];
  const hasPrefixes = (marks & PREFIXES) !== 0;
  const ip6Prefix = hasPrefixes ? reader.text() : null;
  const pdPrefix = hasPrefixes ? reader.text() : null;
  const sessionLimit = (marks & SESSION_LIMIT) === 0 ? null : reader.byte();
  // Without spreads, which would make each of them a slow object.
  return {
    id,
    isp,
    plan,
    resellerId,
    key,
    status,
    level,
    ipAssignment,
    poolId,
    staticIp,
    ip6Prefix,
    pdPrefix,
    sessionLimit,
    mac,
    macBind,
    macGeneration,
    validUpto,
    graceUpto,
    promiseUpto,
    problemUpto,
    sealedPassword,
    prepaid: (marks & PREPAID) !== 0,
    exhausted: (marks & EXHAUSTED) !== 0,
  };
}

/** Days by number; few, and in many services. */
const days = new Map<number, string>();

/** Of a day `yyyy-mm-dd`; 0 of null. */
function numberOf(day: string | null): number {
  if (day === null) return 0;
  const number = (Number(day.slice(0, -6)) << 9) | (Number(day.slice(-5, -3)) << 5) | Number(day.slice(-2));
  if (!days.has(number)) days.set(number, day);
  return number;
}

function dayOf(number: number): string | null {
  return days.get(number) ?? null;
}
