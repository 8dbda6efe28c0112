import { type Measured, radload, sumOf, type Target } from '../radius/measured.ts';
import { msChapLoad } from '../radius/ms-chap-load.ts';

/** Services of the node; half of them are online. */
export const SUBSCRIBERS = 50_000;
const ONLINE = SUBSCRIBERS / 2;
const IN_FLIGHT = 32;

export interface Window {
  readonly target: Target;
  /** Path of the load generator. */
  readonly program: string;
  /** Increases, so that the counters of sessions grow. */
  readonly number: number;
  readonly seconds: number;
}

export interface Load {
  readonly name: string;
  /** `begin` is called when all is prepared and the first packets are sent. */
  run(window: Window, begin: () => void): Promise<Measured>;
}

const common = ['--users', String(SUBSCRIBERS), '--message-authenticator', '--shuffle', '--passes', '0'];
const online = ['--sessions', String(ONLINE), '--session-prefix', 'open-'];
const closed = ['--concurrency', String(IN_FLIGHT)];
const at = (rate: number) => ['--concurrency', '4096', '--rate', String(rate)];

/** Half of the subscribers are online before the first window. */
export function openSessions({ program, target }: Pick<Window, 'program' | 'target'>): Promise<Measured> {
  return radload(program, target, ['--users', String(SUBSCRIBERS), ...online, ...closed, '--script', 'start']);
}

function logins({ program, target, seconds }: Window, pace: readonly string[]): Promise<Measured> {
  const all = ['--sessions', String(SUBSCRIBERS), '--script', 'auth'];
  return radload(program, target, [...common, ...all, ...pace, ...during(seconds)]);
}

function interims({ program, target, number, seconds }: Window, pace: readonly string[]): Promise<Measured> {
  const counters = ['--script', 'interim', '--counter-base', String(number * 1000)];
  return radload(program, target, [...common, ...online, ...counters, ...pace, ...during(seconds)]);
}

const during = (seconds: number) => ['--warmup', '1', '--duration', String(seconds + 1)];

/** Both at once: all answers, the p95 of log-ins, and the CPU that was watched with those. */
function together(login: Measured, interim: Measured): Measured {
  const rate = login.rate + interim.rate;
  return { ...login, rate, perCpu: rate / sumOf(login.cores), bad: login.bad + interim.bad };
}

async function papAndInterims(window: Window, paces: Record<'logins' | 'interims', readonly string[]>) {
  const both = await Promise.all([logins(window, paces.logins), interims(window, paces.interims)]);
  return together(...both);
}

export const LOADS: readonly Load[] = [
  {
    name: 'PAP, interims',
    run(window, begin) {
      begin();
      return papAndInterims(window, { logins: closed, interims: closed });
    },
  },
  {
    name: 'MS-CHAPv2, interims',
    async run(window, begin) {
      const accounting: Promise<Measured>[] = [];
      const login = await msChapLoad(window.target, {
        seconds: window.seconds + 1,
        concurrency: IN_FLIGHT,
        onBegin: () => {
          begin();
          accounting.push(interims(window, closed));
        },
      });
      const [interim] = await Promise.all(accounting);
      return interim ? together(login, interim) : login;
    },
  },
  {
    name: '500 PAP, 2,000 interims/s',
    run(window, begin) {
      begin();
      return papAndInterims(window, { logins: at(500), interims: at(2_000) });
    },
  },
];
