import { readFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import type { Config } from '../config/config.ts';
import { type Command, CommandError, type CommandInput, UsageError } from './command.ts';
import { RadiusClient } from './probe/radius-client.ts';
import { probeSession, type Step } from './probe/session.ts';

export const probe: Command = {
  usage: '--nas-ip <address> --secret <text> --username <name> --password <text> [more]',
  summary: 'Log a test user in to a running node, account a session, and print each answer and its time',
  details: [
    'Sends Access-Request, Start, Interim-Update and Stop as a NAS does, encoded and verified by an independent codec.',
    'Exit code 0 only if every answer is as expected and correctly signed. A monitor can run it every minute.',
    '--nas-ip: NAS-IP-Address, and the source address if this machine has it; the node must have a NAS with this address.',
    '--secret-file, --password-file: read the text from a file, to keep it out of process listings.',
    '--server (127.0.0.1), --auth-port, --acct-port (from this machine’s settings): the node.',
    '--timeout <seconds> (3): the time limit for each answer; the whole probe takes at most four times as long.',
    '--json: print one line of JSON.',
    'The session uses no volume and no time, and ends even if you interrupt the probe. Use a service that nobody else uses: see',
    '“A user for the probe” in docs/operate/commands.md.',
  ],
  takes: { min: 0, max: 0 },
  options: {
    'nas-ip': { type: 'string' },
    secret: { type: 'string' },
    'secret-file': { type: 'string' },
    username: { type: 'string' },
    password: { type: 'string' },
    'password-file': { type: 'string' },
    server: { type: 'string', default: '127.0.0.1' },
    'auth-port': { type: 'string' },
    'acct-port': { type: 'string' },
    timeout: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
  async run({ config, say }, { options }) {
    const settings = await read(options, config);
    const steps: Step[] = [];
    const each = (step: Step) => {
      steps.push(step);
      if (!settings.json) say(`${step.request.padEnd(16)} ${step.answer.padEnd(20)} ${step.ms} ms`);
    };
    const failure = await probeNode(settings, each).then(
      () => null,
      (error: unknown) => {
        if (error instanceof CommandError) return error;
        throw error;
      },
    );
    const { server, line } = settings;
    const target = { server, nas_ip: line.nasIp, username: line.username };
    if (settings.json) say(JSON.stringify({ ok: failure === null, ...target, steps, error: failure?.message ?? null }));
    if (failure) throw failure;
    if (!settings.json) say('The node is healthy.');
  },
};

type Settings = Awaited<ReturnType<typeof read>>;

async function probeNode({ line, json: _, authPort, acctPort, ...at }: Settings, each: (step: Step) => void) {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  const clients: RadiusClient[] = [];
  try {
    const auth = await RadiusClient.open({ ...at, port: authPort, from: line.nasIp });
    clients.push(auth);
    const acct = await RadiusClient.open({ ...at, port: acctPort, from: line.nasIp });
    clients.push(acct);
    await probeSession({ auth, acct, line, signal: interruption.signal, each });
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
    await Promise.all(clients.map((client) => client.close()));
  }
}

async function read(options: CommandInput['options'], { radius }: Config) {
  const address = (name: string) => {
    const text = options[name];
    if (typeof text !== 'string' || !isIPv4(text)) throw new UsageError(`--${name} must be an IPv4 address.`);
    return text;
  };
  const wholeNumber = (name: string, { max, fallback }: { max: number; fallback?: number }) => {
    const text = options[name];
    if (text === undefined && fallback !== undefined) return fallback;
    const number = typeof text === 'string' && /^\d{1,5}$/.test(text) ? Number(text) : 0;
    if (number < 1 || number > max) throw new UsageError(`--${name} must be a whole number from 1 to ${max}.`);
    return number;
  };
  const { username } = options;
  if (typeof username !== 'string' || username === '' || Buffer.byteLength(username) > 253)
    throw new UsageError('--username must be the name of the test user.');
  const password = await readSecret(options, 'password');
  // RFC 2865 section 5.2, which the package does not check.
  if (Buffer.byteLength(password) > 128) throw new UsageError('--password must have at most 128 octets.');
  return {
    server: address('server'),
    authPort: wholeNumber('auth-port', { max: 65_535, fallback: radius.authPort }),
    acctPort: wholeNumber('acct-port', { max: 65_535, fallback: radius.acctPort }),
    timeoutMs: wholeNumber('timeout', { max: 60 }) * 1_000,
    secret: await readSecret(options, 'secret'),
    line: { nasIp: address('nas-ip'), username, password },
    json: options.json === true,
  };
}

/** From the command line, or from a file without its final line break. */
async function readSecret(options: CommandInput['options'], name: 'secret' | 'password'): Promise<string> {
  const { [name]: given, [`${name}-file`]: file } = options;
  if ((given === undefined) === (file === undefined)) throw new UsageError(`Give either --${name} or --${name}-file.`);
  const text =
    given ??
    (await readFile(String(file), 'utf8').catch((error: Error) => {
      throw new UsageError(`Cannot read --${name}-file: ${error.message}.`);
    }));
  const value = String(text).replace(/\r?\n$/, '');
  if (value === '') throw new UsageError(`--${name} must not be empty.`);
  return value;
}
