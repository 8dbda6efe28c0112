import { createSocket, type Socket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import { attribute, isAnswer, number, signedAccounting } from './octets.ts';

const START = 1;
const STOP = 2;
const INTERIM = 3;
const TURNS = 12;
const LINES_PER_SOCKET = 128;
const SOCKETS = 4;
const TICK_MS = 5;
const AGAIN_MS = 700;

/** What the NAS has sent of a session, and what of it was answered: a NAS forgets what was answered. */
export interface Session {
  readonly id: string;
  readonly username: string;
  /** The counter of the last record sent, and of the last one answered; -1 before any. */
  sent: number;
  answered: number;
  stopped: boolean;
}

/** A place that one session after the other lives in; it has one request under way at most. */
interface Line {
  readonly socket: Socket;
  readonly identifier: number;
  session: Session;
  turn: number;
  request: Buffer | null;
  sentAt: number;
}

export interface Storm {
  /** What its session ids begin with. */
  readonly name: string;
  readonly port: number;
  readonly secret: string;
  readonly users: readonly string[];
  /** Records a second. */
  readonly rate: number;
}

/** A NAS with hundreds of sessions that live and end at a fixed rate, and that repeats what is not answered. */
export class StormNas {
  readonly sessions: Session[] = [];
  /** Answers so far, each authentic. */
  answers = 0;
  readonly #storm: Storm;
  readonly #lines: Line[] = [];
  #owed = 0;
  #next = 0;
  #timer: NodeJS.Timeout | undefined;
  #ending = false;
  #tickedAt = 0;

  constructor(storm: Storm) {
    this.#storm = storm;
  }

  async start(): Promise<void> {
    for (let at = 0; at < SOCKETS; at++) await this.#openSocket();
    this.resume();
  }

  /** Sends nothing, and answers that are still on their way do not come. */
  pause(): void {
    clearInterval(this.#timer);
  }

  resume(): void {
    this.#tickedAt = performance.now();
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  /** Begins nothing new and waits until everything is answered. @throws when that takes longer */
  async finish(withinMs: number): Promise<void> {
    this.#ending = true;
    const end = Date.now() + withinMs;
    while (this.#lines.some(({ request }) => request !== null)) {
      if (Date.now() > end) throw new Error('some records are never answered');
      await sleep(50);
    }
    this.pause();
  }

  close(): void {
    this.pause();
    for (const socket of new Set(this.#lines.map((line) => line.socket))) socket.close();
  }

  async #openSocket(): Promise<void> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const lines = Array.from({ length: LINES_PER_SOCKET }, (_, identifier) => this.#newLine(socket, identifier));
    this.#lines.push(...lines);
    socket.on('message', (datagram) => {
      const line = lines[datagram[1] ?? LINES_PER_SOCKET];
      if (line?.request && isAnswer(datagram, line.request, this.#storm.secret) && datagram[0] === 5)
        this.#answered(line);
    });
  }

  #newLine(socket: Socket, identifier: number): Line {
    return { socket, identifier, session: this.#newSession(), turn: 0, request: null, sentAt: 0 };
  }

  #newSession(): Session {
    const number = this.sessions.length;
    const { users } = this.#storm;
    const username = users[number % users.length] ?? '';
    const session = { id: `${this.#storm.name}-${number}`, username, sent: -1, answered: -1, stopped: false };
    this.sessions.push(session);
    return session;
  }

  #tick(): void {
    const now = performance.now();
    this.#owed = Math.min(this.#owed + ((now - this.#tickedAt) * this.#storm.rate) / 1000, this.#storm.rate);
    this.#tickedAt = now;
    for (let seen = 0; seen < this.#lines.length && this.#owed >= 1; seen++) {
      this.#next = (this.#next + 1) % this.#lines.length;
      const line = this.#lines[this.#next] as Line;
      if (line.request === null && !this.#ending) this.#report(line);
      else if (line.request !== null && now - line.sentAt > AGAIN_MS) this.#send(line);
      else continue;
      this.#owed -= 1;
    }
  }

  #report(line: Line): void {
    if (line.session.stopped) {
      line.session = this.#newSession();
      line.turn = 0;
    }
    const { session, turn } = line;
    const type = turn === 0 ? START : turn === TURNS ? STOP : INTERIM;
    session.sent = turn * 1_000_003;
    line.request = accountingRequest(line.identifier, { type, session, turn, secret: this.#storm.secret });
    this.#send(line);
  }

  #send(line: Line): void {
    line.sentAt = performance.now();
    if (line.request) line.socket.send(line.request, this.#storm.port, '127.0.0.1', () => undefined);
  }

  #answered(line: Line): void {
    this.answers += 1;
    line.session.answered = line.session.sent;
    if (line.turn === TURNS) line.session.stopped = true;
    line.request = null;
    line.turn += 1;
  }
}

interface Report {
  readonly type: number;
  readonly session: Session;
  readonly turn: number;
  readonly secret: string;
}

/** Octets up are the session's counter, octets down three times as many. */
function accountingRequest(identifier: number, { type, session, turn, secret }: Report): Buffer {
  const attributes = [
    attribute(1, Buffer.from(session.username)),
    attribute(4, Buffer.from([127, 0, 0, 1])),
    attribute(40, number(type)),
    attribute(44, Buffer.from(session.id)),
    // By which a record that comes again after a restart is known to be the same.
    attribute(55, number(Math.floor(Date.now() / 1000))),
    ...(turn === 0
      ? []
      : [
          attribute(46, number(turn * 60)),
          attribute(42, number(session.sent)),
          attribute(43, number(3 * session.sent)),
        ]),
  ];
  return signedAccounting(identifier, attributes, secret);
}
