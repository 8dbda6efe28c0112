import { FurtherSessions } from './further-sessions.ts';
import { compareLines, type Line } from './line.ts';
import { type EndedSession, type HeldSession, isSame, type OpenSession } from './session.ts';
import { SessionStore } from './session-store.ts';

/** A session of a service, by its revision. */
export type SessionOfService = Pick<HeldSession, 'serviceId' | 'revision'>;

/** The sessions of each service: one in a store of millions, and those beside it, which few services have. */
export class HeldSessions {
  readonly #store = new SessionStore();
  readonly #further = new FurtherSessions();

  get size(): number {
    return this.#store.size + this.#further.size;
  }

  /** Octets outside the JavaScript heap, used or not. */
  get octets(): number {
    return this.#store.octets;
  }

  of(serviceId: number): readonly HeldSession[] {
    const first = this.#store.get(serviceId);
    const further = this.#further.of(serviceId);
    if (further.length === 0) return first ? [first] : further;
    return first ? [first, ...further] : further;
  }

  find({ serviceId, revision }: SessionOfService): HeldSession | undefined {
    return this.of(serviceId).find((each) => each.revision === revision);
  }

  /** The session with this id, else the log-in from which it began, as far as its line tells. */
  ofRecord(record: EndedSession & Line): HeldSession | undefined {
    if (record.serviceId === null) return undefined;
    const sessions = this.of(record.serviceId);
    if (sessions.length <= 1) return isOfRecord(sessions[0], record) ? sessions[0] : undefined;
    const here = sessions.filter(({ nasId }) => nasId === record.nasId);
    const granted = here.filter(({ acctSessionId }) => acctSessionId === null);
    return (
      here.find((each) => isSame(each, record)) ??
      granted.find((each) => compareLines(each, record) === 'same') ??
      (granted.length === 1 ? granted[0] : undefined)
    );
  }

  /** Changes whenever the sessions of the service do; 0 while it has none. */
  revisionOf(serviceId: number): number | string {
    const further = this.#further.of(serviceId);
    const first = this.#store.revisionOf(serviceId);
    return further.length === 0 ? first : `${first},${further.map(({ revision }) => revision)}`;
  }

  /** Puts the session in the place of another, or beside the others. Returns its revision. */
  put(session: OpenSession, inPlaceOf?: SessionOfService): number {
    const first = this.#store.revisionOf(session.serviceId);
    if (inPlaceOf && inPlaceOf.revision !== first) this.#further.remove(inPlaceOf);
    if (first === 0 || inPlaceOf?.revision === first) return this.#store.put(session);
    const revision = this.#store.nextRevision();
    this.#further.add(session, revision);
    return revision;
  }

  /** A packet has come about this session. False if it is not here. */
  touch(session: OpenSession): boolean {
    return this.#store.touch(session) || this.#further.touch(session);
  }

  remove(session: SessionOfService): void {
    if (this.#store.revisionOf(session.serviceId) === session.revision) this.#store.remove(session.serviceId);
    else this.#further.remove(session);
  }

  removeEnded(session: EndedSession): void {
    this.#store.removeEnded(session);
    this.#further.removeEnded(session);
  }

  /** Removes the sessions of a NAS that began at this time or before. Returns their services. */
  removeOfNas(nasId: number, beganBy: number): number[] {
    return [...this.#store.removeOfNas(nasId, beganBy), ...this.#further.removeOfNas(nasId, beganBy)];
  }
}

/** Whether the only session of a service, or the log-in that it begins with, is what the record is about. */
const isOfRecord = (only: HeldSession | undefined, record: EndedSession): boolean =>
  only?.nasId === record.nasId && (only.acctSessionId ?? record.acctSessionId) === record.acctSessionId;
