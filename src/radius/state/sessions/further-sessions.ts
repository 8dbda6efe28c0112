import { type EndedSession, type HeldSession, heldOf, isSame, type OpenSession } from './session.ts';

type Held = HeldSession & { seenAt: number };

const NONE: readonly HeldSession[] = [];

/**
 * Sessions of services that have more than the one in `SessionStore`, as objects. Few services may have several, so nearly all
 * that is asked of them is whether there are any.
 */
export class FurtherSessions {
  readonly #ofService = new Map<number, Held[]>();
  readonly #servicesOfNas = new Map<number, Set<number>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  of(serviceId: number): readonly HeldSession[] {
    return this.#ofService.get(serviceId) ?? NONE;
  }

  add(session: OpenSession, revision: number): void {
    const { serviceId, nasId } = session;
    const held = heldOf(session, revision);
    const sessions = this.#ofService.get(serviceId);
    if (sessions) sessions.push(held);
    else this.#ofService.set(serviceId, [held]);
    const services = this.#servicesOfNas.get(nasId);
    if (services) services.add(serviceId);
    else this.#servicesOfNas.set(nasId, new Set([serviceId]));
    this.#size += 1;
  }

  /** A packet has come about this session. False if it is not here. */
  touch(session: OpenSession): boolean {
    const held = this.#ofService.get(session.serviceId)?.find((each) => isSame(each, session));
    if (held && session.seenAt > held.seenAt) held.seenAt = session.seenAt;
    return held !== undefined;
  }

  remove({ serviceId, revision }: Pick<HeldSession, 'serviceId' | 'revision'>): void {
    this.#removeWhere(serviceId, (each) => each.revision === revision);
  }

  removeEnded(session: EndedSession): void {
    if (session.serviceId !== null) this.#removeWhere(session.serviceId, (each) => isSame(each, session));
  }

  /** Removes the sessions of a NAS that began at this time or before. Returns their services. */
  removeOfNas(nasId: number, beganBy: number): number[] {
    const services = [...(this.#servicesOfNas.get(nasId) ?? NONE)] as number[];
    return services.filter((id) => this.#removeWhere(id, (each) => each.nasId === nasId && each.startedAt <= beganBy));
  }

  /** Returns whether there were any. */
  #removeWhere(serviceId: number, isGone: (session: Held) => boolean): boolean {
    const sessions = this.#ofService.get(serviceId);
    if (!sessions) return false;
    const left = sessions.filter((each) => !isGone(each));
    if (left.length === sessions.length) return false;
    this.#size -= sessions.length - left.length;
    if (left.length > 0) this.#ofService.set(serviceId, left);
    else this.#ofService.delete(serviceId);
    for (const { nasId } of sessions) if (!left.some((each) => each.nasId === nasId)) this.#leaveNas(nasId, serviceId);
    return true;
  }

  #leaveNas(nasId: number, serviceId: number): void {
    const services = this.#servicesOfNas.get(nasId);
    services?.delete(serviceId);
    if (services?.size === 0) this.#servicesOfNas.delete(nasId);
  }
}
