import { administratorNotice, ensureFirstAdministrator } from '../areas/tenancy/users/first-administrator.ts';
import { bindProblem } from '../config/bind-problem.ts';
import { loadSecretsKeys } from '../config/secrets-key.ts';
import { systemClock } from '../core/clock.ts';
import { UTC_OFFSET_MINUTES } from '../demo/business/places.ts';
import { createDemo, type DemoSize, FULL_SIZE, refuseData } from '../demo/create-demo.ts';
import { NotEmpty } from '../demo/not-empty.ts';
import { noticeOf, progressOf } from '../demo/notice.ts';
import type { SimulatorCounts, SimulatorOptions } from '../demo/simulator/options.ts';
import { moveDynamicPort, readSimulatedNas } from '../demo/simulator/read-subscribers.ts';
import { RouterBeside } from '../demo/simulator/router-beside.ts';
import { Simulator } from '../demo/simulator/simulator.ts';
import { type Command, CommandError, type CommandInput, UsageError } from './command.ts';
import { withDatabase } from './running.ts';

/** `size`: smaller for tests, by the same code. */
export const demoCommand = (size: DemoSize): Command => ({
  usage: '',
  summary: 'Create an example ISP with six months of history; the installation must have no ISP yet',
  details: [
    'Two resellers and a franchisee, 500 subscribers in every status, their invoices, payments and sessions, leads, NASes,',
    'and a login user for each kind of work. It simulates each day by the rules of the API, the billing run and accounting.',
    'It creates everything and verifies the ledger, or creates nothing. It takes one to two minutes; the writes of running nodes',
    'wait until it ends. To do the same when a node starts: npm start -- --demo',
  ],
  takes: { min: 0, max: 0 },
  async run({ config, log, say }) {
    const secretsKeys = await loadSecretsKeys(config, log);
    await withDatabase({ ...config, migrated: true }, log, async (db) => {
      await refuseData(db).catch(asCommandError);
      // As at a node's first start, so that user 1 is the administrator of the installation and not of the demo.
      const first = await ensureFirstAdministrator(db, config.adminApiKey);
      if (first) say(administratorNotice(first, config.adminApiKey));
      const environment = { config, log, secretsKeys, db, clock: systemClock };
      const created = await createDemo(environment, size, progressOf(say)).catch(asCommandError);
      for (const line of noticeOf(created, environment.config)) say(line);
    });
  },
});

export const demo = demoCommand(FULL_SIZE);

function asCommandError(error: unknown): never {
  throw error instanceof NotEmpty ? new CommandError(error.message) : error;
}

const REPORT_EVERY = 10;

export const demoSimulate: Command = {
  usage: '[--rate <n> --interim <seconds> --seconds <n> --coa-port <port> --steady]',
  summary: 'Log the demo’s subscribers in to a running node and simulate their traffic, until Ctrl-C',
  details: [
    'Acts as a NAS at 127.0.0.1 and speaks RADIUS with the node on this machine: log-ins, accounting, Disconnect and CoA.',
    'The hour of the day in the demo decides how many subscribers are online and how much they use. Every session stops at the end.',
    'Its router answers beside it: an API of RouterOS and graphs, on 127.0.0.1 only. Five minutes after the start, and then every',
    'half hour, the NAS is silent for seven minutes, so that an alert opens and closes; --steady: never.',
    '--rate (5): log-ins per second at most. --interim (60): seconds between two records of a session.',
    '--seconds: stop after this many seconds. --coa-port: the UDP port for Disconnect and CoA, if another program uses the',
    'demo NAS’s present port (3799 at first). The NAS record is changed to match.',
  ],
  takes: { min: 0, max: 0 },
  options: {
    rate: { type: 'string', default: '5' },
    interim: { type: 'string', default: '60' },
    seconds: { type: 'string' },
    steady: { type: 'boolean' },
    'coa-port': { type: 'string' },
  },
  async run({ config, log, say }, { options }) {
    const rate = wholeNumber(options, 'rate', 200);
    const interimS = wholeNumber(options, 'interim', 3_600);
    const seconds = options.seconds === undefined ? null : wholeNumber(options, 'seconds', 1_000_000);
    const secretsKeys = await loadSecretsKeys(config, log);
    const coaPort = options['coa-port'] === undefined ? null : wholeNumber(options, 'coa-port', 65_535);
    const pace = { rate, interimS, ...(options.steady ? {} : { outages: OUTAGES }) };
    const router = await RouterBeside.start();
    try {
      const nas = await withDatabase({ ...config, migrated: false }, log, async (db) => {
        const found = await readSimulatedNas(db, secretsKeys);
        if (found) await router.introduce(db, secretsKeys, found.id);
        return found && coaPort !== null ? moveDynamicPort(db, found, coaPort) : found;
      });
      if (!nas) throw new CommandError('This database has no demo. Create it first with the command demo.');
      const { authPort, acctPort } = config.radius;
      const ports = { auth: authPort, acct: acctPort, dynamic: nas.dynamicPort };
      const simulator = await openSimulator({ ...nas, ...pace, ports, zoneMinutes: UTC_OFFSET_MINUTES });
      say(`${nas.subscribers.length} subscribers; Ctrl-C ends their sessions.`);
      await runUntilStopped(simulator, { seconds, say, each: () => router.show(simulator.lines()) });
      say(`Stopped all sessions. ${describe(simulator.counts)}`);
    } finally {
      await router.stop();
    }
  },
};

/** Longer than three intervals, so that the node takes it for silent. */
const OUTAGES = { firstMs: 5 * 60_000, forMs: 7 * 60_000, everyMs: 30 * 60_000 };

const openSimulator = (options: SimulatorOptions): Promise<Simulator> =>
  Simulator.open(options).catch((error: Error) => {
    throw new CommandError(
      `Cannot use UDP port ${options.ports.dynamic} of this machine: ${bindProblem(error)}. Choose another with --coa-port.`,
    );
  });

interface Run {
  readonly seconds: number | null;
  readonly say: (line: string) => void;
  /** Every second. */
  readonly each: () => void;
}

async function runUntilStopped(simulator: Simulator, { seconds, say, each }: Run): Promise<void> {
  const ending = new AbortController();
  const end = () => ending.abort();
  // A terminal and npm each send one: the second must not end what the first began.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  const timer = seconds === null ? undefined : setTimeout(end, seconds * 1_000);
  let silence: CommandError | undefined;
  let ticks = 0;
  try {
    await simulator.run(ending.signal, (counts) => {
      each();
      if (counts.unanswered > 0 && counts.accepted + counts.rejected === 0) {
        silence = new CommandError('The node does not answer. Start it on this machine with the demo’s database.');
        end();
      }
      if (++ticks % REPORT_EVERY === 0) say(describe(counts));
    });
  } finally {
    clearTimeout(timer);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
  }
  if (silence) throw silence;
}

function describe({ online, accepted, rejected, records, unanswered }: SimulatorCounts): string {
  return `${online} online, ${accepted} log-ins accepted, ${rejected} rejected, ${records} records, ${unanswered} unanswered`;
}

function wholeNumber(options: CommandInput['options'], name: string, max: number): number {
  const text = options[name];
  const number = typeof text === 'string' && /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > max) throw new UsageError(`--${name} must be a whole number from 1 to ${max}.`);
  return number;
}
