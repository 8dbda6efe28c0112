import { attribute, number, signedAccounting } from '../../peers/support/octets.ts';
import { RadiusClient } from './radius-client.ts';

const START = 1;
const STOP = 2;
const INTERIM = 3;
/** Records of a session after its Start, the last of them its Stop. */
const RECORDS = 12;
const OCTETS_A_RECORD = 1_000_003;

/** A session of a NAS, and its counter in the record that was sent last, -1 before any. Octets down are three times as many. */
export interface Session {
  readonly id: string;
  readonly username: string;
  octets: number;
  stopped: boolean;
}

interface Line {
  readonly username: string;
  session: Session;
  turn: number;
}

export interface AccountingOptions {
  /** What its session ids begin with. */
  readonly name: string;
  readonly port: number;
  readonly secret: string;
  /** Each has one session after the other. */
  readonly users: readonly string[];
  readonly rate: number;
  /** Whether sessions last as long as the load does. */
  readonly endless?: boolean;
}

/** Accounting of many sessions. Every record is sent until it is answered, so in the end what was sent must be recorded. */
export class AccountingLoad {
  readonly sessions: Session[] = [];
  readonly client: RadiusClient<Line>;
  readonly #options: AccountingOptions;

  constructor(options: AccountingOptions) {
    this.#options = options;
    const { users, port, secret, rate } = options;
    const work = users.map((username) => ({ username, session: this.#newSession(username), turn: -1 }));
    this.client = new RadiusClient({
      ...{ port, secret, rate, work },
      next: (line, identifier) => this.#record(line, identifier),
      answered: () => undefined,
    });
  }

  #newSession(username: string): Session {
    const session = { id: `${this.#options.name}-${this.sessions.length}`, username, octets: -1, stopped: false };
    this.sessions.push(session);
    return session;
  }

  #record(line: Line, identifier: number): Buffer {
    if (line.session.stopped) {
      line.session = this.#newSession(line.username);
      line.turn = -1;
    }
    line.turn += 1;
    const { session, turn } = line;
    session.octets = turn * OCTETS_A_RECORD;
    session.stopped = turn === RECORDS && !this.#options.endless;
    const type = turn === 0 ? START : session.stopped ? STOP : INTERIM;
    const counters = [
      attribute(46, number(turn * 60)),
      attribute(42, number(session.octets)),
      attribute(43, number(3 * session.octets)),
    ];
    const attributes = [
      attribute(1, Buffer.from(session.username)),
      attribute(4, Buffer.from([127, 0, 0, 1])),
      attribute(40, number(type)),
      attribute(44, Buffer.from(session.id)),
      attribute(55, number(Math.floor(Date.now() / 1000))),
      ...(turn === 0 ? [] : counters),
    ];
    return signedAccounting(identifier, attributes, this.#options.secret);
  }
}
