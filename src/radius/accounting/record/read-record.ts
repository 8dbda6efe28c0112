import { type SessionClass, sessionClassIn } from '../../policy/session-class.ts';
import { valueName } from '../../protocol/dictionary/names.ts';
import { Attribute } from '../../protocol/packet/attribute.ts';
import { macOf } from '../../protocol/packet/mac.ts';
import { nasPortOf } from '../../protocol/packet/nas-port.ts';
import type { Packet } from '../../protocol/packet/packet.ts';
import { type PresentedIdentity, presentedIdentity } from '../../protocol/packet/presented-identity.ts';
import { usernameIn } from '../../protocol/packet/username.ts';
import type { Directory } from '../../state/directory/directory.ts';
import type { Nas } from '../../state/directory/nas.ts';
import type { Service } from '../../state/directory/service.ts';
import { serviceNamed } from '../../state/directory/service-named.ts';
import { bundleIn } from './bundle.ts';
import { countersIn } from './counters.ts';
import { earliestTimeOf, eventTimeOf } from './event-time.ts';
import type { AccountingRecord, NasRecord, SessionRecord } from './record.ts';
import { isReleased, reportedIpv4 } from './reported-ipv4.ts';
import { reportedIpv6 } from './reported-ipv6.ts';
import { reportedPorts } from './reported-ports.ts';
import { partIn } from './session-part.ts';

/** Acct-Status-Type (RFC 2866 section 5.1). */
const START = 1;
const STOP = 2;
const INTERIM = 3;
const ON = 7;
const OFF = 8;

/** 400 days. A longer session time is a mistake of the NAS, such as a negative number. */
const MAX_SECONDS = 400 * 86_400;

export interface Arrival {
  readonly packet: Packet;
  readonly nas: Nas;
  /** Of arrival, in milliseconds. */
  readonly at: number;
}

/** Who is known. */
export type Subscribers = Pick<Directory, 'services' | 'identities' | 'chargeable'>;

/**
 * The record of an Accounting-Request. Null: it lacks what a record needs. 'nothing': it is not about sessions (tunnels), and
 * is acknowledged without a record.
 */
export function readRecord(arrival: Arrival, directory: Subscribers): AccountingRecord | 'nothing' | null {
  switch (arrival.packet.integer(Attribute.AcctStatusType)) {
    case START:
      return sessionRecord('start', arrival, directory);
    case INTERIM:
      return sessionRecord('interim', arrival, directory);
    case STOP:
      return sessionRecord('stop', arrival, directory);
    case ON:
      return nasRecord('nas-on', arrival);
    case OFF:
      return nasRecord('nas-off', arrival);
    case null:
      return null;
    default:
      return 'nothing';
  }
}

function nasRecord(kind: NasRecord['kind'], { packet, nas, at: arrivedAt }: Arrival): NasRecord {
  const at = earliestTimeOf(packet, arrivedAt, nas.clock);
  nas.bootedAt = Math.max(nas.bootedAt, at);
  return { kind, nasId: nas.facts.id, at };
}

function sessionRecord(
  kind: 'start' | 'interim' | 'stop',
  { packet, nas, at: arrivedAt }: Arrival,
  directory: Subscribers,
): SessionRecord | null {
  const acctSessionId = packet.text(Attribute.AcctSessionId) ?? '';
  if (acctSessionId === '') return null;
  const username = usernameIn(packet);
  const { isp, id: nasId, ip: nasIp, swapDirection, lineRateMbps, ipv6Mode, ipoe, vendor } = nas.facts;
  const sessionClass = sessionClassIn(packet);
  const presented = ipoe ? presentedIdentity(packet) : null;
  const subscribed = serviceOf(directory, { nas, packet, username, sessionClass, presented });
  const unserved = subscribed !== undefined && !nas.serves(subscribed.resellerId);
  const service = unserved ? undefined : subscribed;
  const { at, latest } = eventTimeOf(packet, arrivedAt, nas.clock);
  const seconds = secondsIn(packet, kind);
  const { input, output, gigawords } = countersIn(packet, vendor);
  return {
    kind,
    nasId,
    nasIp,
    username,
    acctSessionId,
    at,
    startedAt: at - (seconds ?? 0) * 1000,
    seconds,
    upBytes: swapDirection ? output : input,
    downBytes: swapDirection ? input : output,
    gigawords,
    lineRateMbps,
    interimIntervalS: nas.interimIntervalS,
    ispId: isp.id,
    resellerId: service?.resellerId ?? null,
    serviceId: service?.id ?? null,
    unserved,
    day: isp.dayOf(at),
    alive: latest >= nas.bootedAt,
    ip: reportedIpv4(packet),
    mac: presented?.mac ?? macOf(packet.text(Attribute.CallingStationId)),
    nasPort: nasPortOf(packet),
    nasPortType: valueIn(packet, Attribute.NasPortType, 'NAS-Port-Type'),
    sessionClass: sessionClass?.text ?? null,
    cause: kind === 'stop' ? valueIn(packet, Attribute.AcctTerminateCause, 'Acct-Terminate-Cause') : null,
    ip6: ipv6Mode === 'off' ? null : reportedIpv6(packet),
    ports: reportedPorts({ packet, at }),
    part: partIn(packet, vendor),
    bundle: bundleIn(packet),
    ipReleased: isReleased(packet),
  };
}

interface Subscriber {
  readonly nas: Nas;
  readonly packet: Packet;
  readonly username: string;
  readonly sessionClass: SessionClass | null;
  readonly presented: PresentedIdentity | null;
}

/**
 * The service by the Class of the log-in, else by Chargeable-User-Identity, else by username, else by the identity that an IPoE
 * session has. Neither of the first two is signed, so its service must belong to the ISP.
 */
function serviceOf({ services, identities, chargeable }: Subscribers, of: Subscriber): Service | undefined {
  const { nas, packet, username, sessionClass, presented } = of;
  const { id: ispId } = nas.facts.isp;
  const identity = sessionClass ? null : packet.text(Attribute.ChargeableUserIdentity);
  const serviceId = sessionClass?.serviceId ?? (identity === null ? null : chargeable.serviceIn(identity));
  if (serviceId !== null) {
    const service = services.byId(serviceId);
    if (service?.isp.id === ispId) return service;
  }
  const named = serviceNamed(services, nas, username);
  if (named || presented === null) return named;
  const found = identities.find(ispId, presented);
  return found === null ? undefined : services.byId(found.serviceId);
}

/** The session time of a Start may belong to an earlier session. */
function secondsIn(packet: Packet, kind: 'start' | 'interim' | 'stop'): number | null {
  if (kind === 'start') return 0;
  const seconds = packet.integer(Attribute.AcctSessionTime);
  return seconds === null || seconds > MAX_SECONDS ? null : seconds;
}

function valueIn(packet: Packet, type: number, name: string): string | null {
  const value = packet.integer(type);
  return value === null ? null : (valueName(name, value) ?? String(value));
}
