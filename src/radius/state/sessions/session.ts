import type { Line } from './line.ts';

/** A session of a service: open, or granted by an Access-Accept and about to open. */
export interface OpenSession extends Line {
  readonly serviceId: number;
  /** Null until its first accounting record. */
  readonly acctSessionId: string | null;
  /** As the NAS spells it. */
  readonly username: string;
  /** The Class that its Access-Accept gave it; null when unknown. */
  readonly sessionClass: string | null;
  /** Time of its beginning, or of its log-in until then, in milliseconds. */
  readonly startedAt: number;
  /** Time of the last packet about it, in milliseconds. */
  readonly seenAt: number;
  /** The session that was open when this one was granted; its Start tells whether that one is gone. */
  readonly replaces: OpenSession | null;
}

/** A session as memory had it when it was asked for. */
export interface HeldSession extends OpenSession {
  /** Another session of the service has another revision. */
  readonly revision: number;
}

/** A copy of the session. Each property is written out, since a spread is slower than all else that memory does with it. */
export function heldOf(session: OpenSession, revision: number): HeldSession {
  const { serviceId, nasId, acctSessionId, username, mac, nasPort, sessionClass, startedAt, seenAt, replaces } =
    session;
  return {
    serviceId,
    nasId,
    acctSessionId,
    username,
    mac,
    nasPort,
    sessionClass,
    startedAt,
    seenAt,
    replaces,
    revision,
  };
}

/** Whether two accounting sessions of a NAS are of one log-in, whose Class is its own. */
export function isSameLogin(
  one: Pick<OpenSession, 'nasId' | 'sessionClass'>,
  other: Pick<OpenSession, 'nasId' | 'sessionClass'>,
): boolean {
  return one.sessionClass !== null && one.sessionClass === other.sessionClass && one.nasId === other.nasId;
}

export function isSame(
  held: Pick<OpenSession, 'nasId' | 'acctSessionId'>,
  { nasId, acctSessionId }: Pick<OpenSession, 'nasId' | 'acctSessionId'>,
): boolean {
  return held.nasId === nasId && held.acctSessionId === acctSessionId;
}

/** Only the node that granted a session knows its Class until the session begins. */
export function isGrantOfOtherNode({ acctSessionId, sessionClass }: OpenSession): boolean {
  return acctSessionId === null && sessionClass === null;
}

/** `serviceId` is null when the service of the session is unknown. */
export interface EndedSession {
  readonly serviceId: number | null;
  readonly nasId: number;
  readonly acctSessionId: string;
}

/** A log-in that was accepted. */
export type Grant = Line & Pick<OpenSession, 'serviceId'>;
