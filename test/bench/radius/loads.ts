import { type Measured, radload, type Target } from './measured.ts';
import { msChapLoad } from './ms-chap-load.ts';

/** The server under load. */
export type Side = 'ours' | 'peer';

export interface Round {
  readonly side: Side;
  readonly target: Target;
  /** Path of the load generator. */
  readonly program: string;
  /** Increases, so that sessions are new and counters grow. */
  readonly number: number;
  readonly seconds: number;
}

/** Required and targeted ratio of our rate, or p95, to the peer's. */
export interface Goal {
  readonly must: number;
  readonly aim: number;
}

export interface Load {
  readonly name: string;
  run(round: Round): Promise<Measured>;
  readonly rate?: Goal;
  readonly p95?: Goal;
  /** Releases every address before a round. */
  readonly emptiesPool?: true;
}

/** Loads against one variant of the peer. */
export interface Contest {
  readonly variant: string;
  readonly loads: readonly Load[];
}

const OPEN_SESSIONS = 50_000;
const SHORT_SESSIONS = 20_000;
const USERS = '100000';
const IN_FLIGHT = '64';
const common = ['--users', USERS, '--concurrency', IN_FLIGHT, '--message-authenticator'];

/** All users or sessions in a scattered order, for a fixed time. */
const forSeconds = ({ seconds }: Round) => [
  '--shuffle',
  '--passes',
  '0',
  '--warmup',
  '1',
  '--duration',
  String(seconds + 1),
];

const openPrefix = 'open-';

/** Half of the users are online before the measurement. */
export function openSessions({ program, target }: Round): Promise<Measured> {
  const sessions = ['--sessions', String(OPEN_SESSIONS), '--session-prefix', openPrefix];
  return radload(program, target, [...common, '--script', 'start', ...sessions]);
}

/** PAP, or what `more` says. */
export function logins(...more: string[]): Load['run'] {
  return (round) =>
    radload(round.program, round.target, [
      ...common,
      '--script',
      'auth',
      '--sessions',
      USERS,
      ...more,
      ...forSeconds(round),
    ]);
}

/** Sessions of users that are offline. */
function newSessions(script: string, sessions: number, name = 'life'): Load['run'] {
  return ({ program, target, number }) => {
    const which = ['--first-session', String(OPEN_SESSIONS), '--sessions', String(sessions)];
    const prefix = ['--session-prefix', `${name}-${number}-`];
    return radload(program, target, [...common, '--script', script, ...which, ...prefix]);
  };
}

/** The sessions end after the measurement, so that in the next round their users are offline again. */
async function starts(round: Round): Promise<Measured> {
  const measured = await newSessions('start', SHORT_SESSIONS, 'begun')(round);
  await newSessions('stop', SHORT_SESSIONS, 'begun')(round);
  return measured;
}

async function stops(round: Round): Promise<Measured> {
  await newSessions('start', SHORT_SESSIONS, 'ended')(round);
  return newSessions('stop', SHORT_SESSIONS, 'ended')(round);
}

function interims(round: Round, ...more: string[]): Promise<Measured> {
  const sessions = ['--sessions', String(OPEN_SESSIONS), '--session-prefix', openPrefix];
  const counters = ['--counter-base', String(round.number * 1000)];
  return radload(round.program, round.target, [
    ...common,
    '--script',
    'interim',
    ...sessions,
    ...counters,
    ...forSeconds(round),
    ...more,
  ]);
}

/** Log-ins at a fixed rate while accounting uses the rest of the capacity, or as `more` says. */
async function storm(round: Round, ...more: string[]): Promise<Measured> {
  const rate = ['--script', 'auth', '--sessions', USERS, '--users', USERS, '--message-authenticator', '--rate', '200'];
  const [background, watched] = await Promise.all([
    interims(round, ...more),
    radload(round.program, round.target, [...rate, '--concurrency', '1024', ...forSeconds(round)]),
  ]);
  return { ...watched, bad: watched.bad + background.bad };
}

const busy: Load['run'] = (round) => storm(round, '--rate', '4000', '--concurrency', '1024');

async function leases({ side, program, target, seconds }: Round): Promise<Measured> {
  const users = side === 'ours' ? ['--user', 'pool######'] : [];
  const time = ['--warmup', '1', '--duration', String(seconds + 1)];
  return radload(program, target, [...common, ...users, '--script', 'auth', '--sessions', USERS, ...time]);
}

export const CONTESTS: readonly Contest[] = [
  {
    variant: 'sql',
    loads: [
      { name: 'PAP', run: logins(), rate: { must: 6, aim: 10 }, p95: { must: 0.3, aim: 0.2 } },
      { name: 'CHAP', run: logins('--chap'), rate: { must: 6, aim: 10 } },
      {
        name: 'MS-CHAPv2',
        run: ({ target, seconds }) => msChapLoad(target, { seconds, concurrency: Number(IN_FLIGHT) }),
        rate: { must: 4, aim: 6 },
      },
      { name: 'Interim-Update', run: interims, rate: { must: 3.5, aim: 5 }, p95: { must: 0.4, aim: 0.3 } },
      { name: 'Start', run: starts, rate: { must: 4, aim: 5 } },
      { name: 'Stop', run: stops, rate: { must: 3, aim: 4 } },
      { name: 'whole lives', run: newSessions('auth,start,interim*3,stop', 4_000), rate: { must: 3.5, aim: 4.5 } },
      { name: 'log-ins in a storm', run: storm, p95: { must: 0.4, aim: 0.2 } },
      // Both sides have the same to do, which the peer can just do.
      { name: 'log-ins among 4000 interims/s', run: busy, p95: { must: 0.3, aim: 0.2 } },
    ],
  },
  { variant: 'sql-postauth', loads: [{ name: 'PAP, both log', run: logins(), rate: { must: 10, aim: 15 } }] },
  { variant: 'files', loads: [{ name: 'PAP, peer without SQL', run: logins(), rate: { must: 0.5, aim: 1 } }] },
  {
    variant: 'sql-ippool-procedure',
    loads: [{ name: 'log-in with an address', run: leases, rate: { must: 6, aim: 12 }, emptiesPool: true }],
  },
];
