import type { SessionRecord } from '../../radius/accounting/record/record.ts';
import type { Nas } from '../../radius/state/directory/nas.ts';
import type { Service } from '../../radius/state/directory/service.ts';
import { NASES, nasFor } from '../business/equipment.ts';
import type { Subscriber } from '../business/subscribers.ts';
import type { Calendar } from '../history/calendar.ts';
import type { Random } from '../random.ts';
import type { DemoRadius } from './demo-radius.ts';
import { shareOfDay } from './hours.ts';
import { LogIns } from './log-ins.ts';
import { presence, type Stretch } from './presence.ts';
import { addTraffic, recordOf, type Session, throughput } from './session.ts';

/** A subscriber with the service it has got. */
export interface Connected {
  readonly subscriber: Subscriber;
  readonly serviceId: number;
  /** Since when there is a line, in milliseconds. */
  readonly connectedAt: number;
}

const MINUTE_MS = 60_000;
/** How long the silent NAS has been silent. */
const SILENT_MS = 5 * 60 * MINUTE_MS;
/** The last accounting of a day, so that its volume counts for that day. */
const LAST_MS = 5_000;
const LOG_DAYS = 90;
/** Seconds between two interim records: what is online now was heard of within that time. */
const INTERIM_MS = 280_000;
const STRANGERS = ['admin', 'test', 'pppoe1', 'user', 'ravi.kumr', 'guest'];

/** What the network does: log-ins, sessions and their accounting, a day at a time. */
export class DemoNetwork {
  readonly #radius: DemoRadius;
  readonly #calendar: Calendar;
  readonly #random: Random;
  readonly #logIns: LogIns;
  readonly #open = new Map<number, Session>();

  constructor(radius: DemoRadius, { calendar, random }: { calendar: Calendar; random: Random }) {
    this.#radius = radius;
    this.#calendar = calendar;
    this.#random = random;
    this.#logIns = new LogIns(radius, calendar.future(calendar.today - LOG_DAYS, 0).getTime());
  }

  /** Ends the open sessions of services, as after a Disconnect-Request. */
  async disconnect(serviceIds: readonly number[], at: Date): Promise<void> {
    const records = serviceIds.flatMap((id) => {
      const session = this.#open.get(id);
      return session ? this.#end(session, at.getTime(), 'NAS-Request') : [];
    });
    await this.#radius.record(records);
  }

  /** The sessions of a day; today, up to now. */
  async runDay(day: number, connected: readonly Connected[]): Promise<void> {
    await this.#radius.refresh();
    const days = connected.map((each) => this.#runSubscriber(day, each));
    const records = (await Promise.all(days)).flat();
    this.#rejectStrangers(day);
    await this.#radius.record(records.sort((one, other) => one.at - other.at));
  }

  async #runSubscriber(day: number, { subscriber, serviceId, connectedAt }: Connected): Promise<SessionRecord[]> {
    const service = this.#radius.directory.services.byId(serviceId);
    const nas = this.#radius.directory.hopAt(NASES[nasFor(subscriber.place.slc, subscriber)].ip)?.nas;
    if (!service || !nas) return [];
    const random = this.#random.fork(`${day} ${subscriber.number}`);
    const scene = { day, subscriber, serviceId, connectedAt, service, nas, random };
    const records: SessionRecord[] = [];
    const isOn = this.#open.has(serviceId);
    for (const stretch of presence(random, { ...subscriber, isOn }))
      records.push(...(await this.#runStretch(scene, stretch)));
    return records;
  }

  async #runStretch(scene: Scene, { from, upto, cause }: Stretch): Promise<SessionRecord[]> {
    const { day, nas, random } = scene;
    const limit = this.#lastMoment(scene);
    const planned = this.#calendar.startOf(day) + upto * MINUTE_MS - LAST_MS;
    const start = Math.max(this.#calendar.startOf(day) + from * MINUTE_MS, scene.connectedAt) + random.int(0, 59_000);
    if (start >= Math.min(limit, planned)) return [];
    const session = this.#open.get(scene.service.id) ?? (await this.#logIn(scene, start));
    if (!session) return [];
    const end = Math.max(Math.min(planned, limit), session.lastAt);
    this.#use(scene, session, { from: Math.max(from, this.#minuteOf(day, session.lastAt)), end });
    if (cause !== null && planned <= limit) return this.#end(session, end, cause);
    return [recordOf(session, nas, { kind: 'interim', at: end, cause: null })];
  }

  async #logIn({ day, subscriber, service, nas, random }: Scene, at: number): Promise<Session | undefined> {
    const { mac } = subscriber.person;
    const logIn = { service, nas, mac, at };
    if (random.chance(0.012)) this.#logIns.reject({ ...logIn, at: at - 40_000 }, 'wrong password');
    if (service.mac !== null && random.chance(0.004)) {
      // A neighbour's router, or a new one: the service is bound to the first.
      await this.#logIns.tryLogIn({ ...logIn, mac: mac.replace(/^02:00/, '02:01'), at: at - 90_000 });
      return undefined;
    }
    const granted = await this.#logIns.tryLogIn(logIn);
    if (!granted) return undefined;
    const session: Session = {
      ...{ ...granted, mac, serviceId: service.id, resellerId: service.resellerId, nasId: nas.facts.id },
      id: `${day.toString(16)}${(0x1000 + subscriber.number).toString(16)}${Math.floor(at / 1_000) % 86_400}`,
      username: service.key,
      ...{ startedAt: at, lastAt: at, upBytes: 0, downBytes: 0 },
    };
    this.#open.set(service.id, session);
    return session;
  }

  #use(
    { day, subscriber, service, random }: Scene,
    session: Session,
    { from, end }: { from: number; end: number },
  ): void {
    const share = shareOfDay(from, this.#minuteOf(day, end));
    const weekend = new Date(this.#calendar.startOf(day) + 720 * MINUTE_MS).getUTCDay() % 6 === 0 ? 1.35 : 1;
    addTraffic(session, subscriber.gbPerDay * share * weekend * random.around1() * throughput(service));
  }

  #end(session: Session, at: number, cause: string): SessionRecord[] {
    this.#open.delete(session.serviceId);
    const nas = this.#radius.directory.nas(session.nasId);
    return nas ? [recordOf(session, nas, { kind: 'stop', at: Math.max(at, session.lastAt), cause })] : [];
  }

  /** The last moment of a day that the NAS has told of: the end of the day, or a while before now. */
  #lastMoment({ day, nas: { facts }, random }: Scene): number {
    const now = this.#calendar.now.getTime();
    const told = facts.ip === NASES.tower.ip ? now - SILENT_MS : now - random.int(0, INTERIM_MS);
    return Math.min(this.#calendar.startOf(day + 1) - LAST_MS, told);
  }

  #minuteOf(day: number, at: number): number {
    return (at - this.#calendar.startOf(day)) / MINUTE_MS;
  }

  #rejectStrangers(day: number): void {
    const random = this.#random.fork(`strangers ${day}`);
    const nases = Object.values(NASES).flatMap(({ ip }) => this.#radius.directory.hopAt(ip)?.nas ?? []);
    for (let count = random.int(1, 5); count > 0; count--) {
      const at = this.#calendar.at(day, random.int(0, 1_439)).getTime();
      const mac = `02:02:5e:00:00:${random.int(16, 99)}`;
      this.#logIns.rejectUnknown(random.pick(nases), { username: random.pick(STRANGERS), mac, at });
    }
  }
}

interface Scene extends Connected {
  readonly day: number;
  readonly service: Service;
  readonly nas: Nas;
  readonly random: Random;
}
