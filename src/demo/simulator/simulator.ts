import { setTimeout as sleep } from 'node:timers/promises';
import type { AttributeWriter } from '../../radius/protocol/packet/attribute-writer.ts';
import { Code } from '../../radius/protocol/packet/code.ts';
import { busyness, DAY_MINUTES } from '../network/hours.ts';
import { Connections } from './connections.ts';
import {
  Cause,
  LiveSession,
  lineAttributes,
  type SimulatedSubscriber,
  Status,
  type StatusType,
} from './live-session.ts';
import { isOut, type SimulatorCounts, type SimulatorOptions } from './options.ts';
import type { Line } from './router-beside.ts';

const TICK_MS = 1_000;
/** Of the subscribers who are online, in a second. */
const LEAVING = 0.000_5;
/** Requests on their way at a time, while all sessions are stopped. */
const STOPPING = 100;

/**
 * A NAS that does not exist, with subscribers who log in and use their lines as the hour of the day suggests. It speaks
 * RADIUS with a running node: log-ins, accounting, and answers to what the node sends.
 */
export class Simulator {
  readonly counts: SimulatorCounts = { online: 0, accepted: 0, rejected: 0, records: 0, unanswered: 0 };
  readonly #options: SimulatorOptions;
  readonly #sessions = new Map<string, LiveSession>();
  readonly #offline: SimulatedSubscriber[];
  readonly #underway = new Set<Promise<void>>();
  #node: Connections | undefined;
  readonly #startedAt = Date.now();

  private constructor(options: SimulatorOptions) {
    this.#options = options;
    this.#offline = [...options.subscribers];
  }

  /** @throws Error if the port for Disconnect and CoA is taken */
  static async open(options: SimulatorOptions): Promise<Simulator> {
    const simulator = new Simulator(options);
    simulator.#node = await Connections.open(options, {
      disconnect: (id) => {
        if (simulator.isSilent(Date.now())) return null;
        const session = simulator.#sessions.get(id);
        if (session) simulator.#end(session, Cause.AdminReset);
        return session !== undefined;
      },
      change: (id, packet) => {
        if (simulator.isSilent(Date.now())) return null;
        const session = simulator.#sessions.get(id);
        session?.limitTo(packet);
        return session !== undefined;
      },
    });
    return simulator;
  }

  /** Its power, or its line to the node, is out. */
  isSilent(now: number): boolean {
    return isOut(this.#options.outages, now - this.#startedAt);
  }

  /** What its router sees. */
  lines(): Line[] {
    return [...this.#sessions.values()].map((session) => session.line());
  }

  /** Until the signal is aborted; then every session is stopped. `each` is called every second. */
  async run(signal: AbortSignal, each: (counts: SimulatorCounts) => void): Promise<void> {
    try {
      while (!signal.aborted) {
        this.#tick(Date.now());
        each(this.counts);
        await sleep(TICK_MS, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      await this.#stop();
    }
  }

  #tick(now: number): void {
    if (this.isSilent(now)) return;
    const { rate, interimS, subscribers, zoneMinutes } = this.#options;
    const busy = busyness((now / 60_000 + zoneMinutes) % DAY_MINUTES);
    const wanted = Math.round(subscribers.length * (0.55 + 0.4 * busy));
    for (let count = 0; count < rate && this.#sessions.size + this.#underway.size < wanted; count++)
      this.#logInNext(now);
    for (const session of [...this.#sessions.values()]) {
      if (Math.random() < LEAVING) this.#end(session, Cause.UserRequest);
      else if (this.#node?.hasRoom.record && now - session.reportedAt >= interimS * 1_000)
        this.#account(session, Status.Interim, { now, busy });
    }
  }

  #logInNext(now: number): void {
    const at = Math.floor(Math.random() * this.#offline.length);
    const [subscriber] = this.#offline.splice(at, 1);
    if (!subscriber || !this.#node?.hasRoom.logIn) {
      if (subscriber) this.#offline.push(subscriber);
      return;
    }
    this.#track(this.#logIn(subscriber, now));
  }

  async #logIn(subscriber: SimulatedSubscriber, now: number): Promise<void> {
    const answer = await this.#node?.logIn(lineAttributes(subscriber));
    if (answer?.code !== Code.AccessAccept) {
      this.#offline.push(subscriber);
      if (answer) this.counts.rejected += 1;
      else this.counts.unanswered += 1;
      return;
    }
    this.counts.accepted += 1;
    const session = new LiveSession(subscriber, answer, now);
    this.#sessions.set(session.id, session);
    this.counts.online = this.#sessions.size;
    this.#account(session, Status.Start, { now, busy: 0 });
  }

  #account(session: LiveSession, status: StatusType, { now, busy, cause }: Moment): void {
    session.count(now, busy * Math.random() * 0.2);
    this.#track(this.#send(session.record(status, now, cause ?? null)));
  }

  async #send(record: AttributeWriter): Promise<void> {
    const answer = await this.#node?.record(record);
    if (answer) this.counts.records += 1;
    else this.counts.unanswered += 1;
  }

  #end(session: LiveSession, cause: number): void {
    this.#sessions.delete(session.id);
    this.#offline.push(session.subscriber);
    this.counts.online = this.#sessions.size;
    this.#account(session, Status.Stop, { now: Date.now(), busy: 0, cause });
  }

  async #stop(): Promise<void> {
    // Log-ins on their way may still open sessions.
    await Promise.all(this.#underway);
    while (this.#sessions.size > 0) {
      for (const session of [...this.#sessions.values()].slice(0, STOPPING)) this.#end(session, Cause.NasReboot);
      await Promise.all(this.#underway);
    }
    await this.#node?.close();
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#underway.delete(tracked));
    this.#underway.add(tracked);
  }
}

interface Moment {
  readonly now: number;
  /** From 0 to 1. */
  readonly busy: number;
  readonly cause?: number;
}
