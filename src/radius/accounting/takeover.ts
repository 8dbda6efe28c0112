import { isSameLine, type OpenSession, type OpenSessions } from '../online/open-sessions.ts';
import type { SessionRecord } from './record.ts';

/**
 * The end of the session that a Start takes over: the service has another one open, from the same device or port, which
 * its NAS has lost without a Stop. Null when there is none.
 */
export function takenOver(start: SessionRecord, online: OpenSessions): SessionRecord | null {
  if (start.kind !== 'start' || start.serviceId === null) return null;
  const open = online.of(start.serviceId);
  const before = open?.acctSessionId === null ? open.replaces : open;
  if (!before || before.acctSessionId === null || !isSameLine(before, start)) return null;
  if (before.nasId === start.nasId && before.acctSessionId === start.acctSessionId) return null;
  return {
    ...start,
    kind: 'close',
    nasId: before.nasId,
    acctSessionId: before.acctSessionId,
    username: before.username,
    sessionClass: null,
    cause: 'Taken-Over',
  };
}

/** The session as memory keeps it; null when its service is unknown. */
export function openSessionOf(record: SessionRecord): OpenSession | null {
  const { serviceId, nasId, acctSessionId, username, mac, nasPort, sessionClass, at } = record;
  return serviceId === null
    ? null
    : { serviceId, nasId, acctSessionId, username, mac, nasPort, sessionClass, seenAt: at, replaces: null };
}

/**
 * The record with the Class of its log-in, where the NAS does not return it but memory has it. A Start of a session that
 * is open already repeats the first one, if there was no log-in since, here or at another node.
 */
export function withClass(record: SessionRecord, online: OpenSessions): SessionRecord {
  if (record.sessionClass !== null || record.serviceId === null) return record;
  const open = online.of(record.serviceId);
  const isRepeat = record.kind === 'start' && open !== undefined && open.acctSessionId !== null;
  if (isRepeat && online.isDoubtful(record.serviceId)) return record;
  const own = open?.nasId === record.nasId && (open.acctSessionId ?? record.acctSessionId) === record.acctSessionId;
  return own && open.sessionClass !== null ? { ...record, sessionClass: open.sessionClass } : record;
}
