import { randomBytes } from 'node:crypto';
import { CommandError } from '../command.ts';
import type { Attribute, Decoded } from './npm-radius.ts';
import type { Exchange, RadiusClient } from './radius-client.ts';

export interface TestLine {
  readonly nasIp: string;
  readonly username: string;
  readonly password: string;
}

/** A request and its response. */
export interface Step {
  readonly request: string;
  readonly answer: string;
  readonly ms: number;
}

interface RadiusClients {
  readonly auth: RadiusClient;
  readonly acct: RadiusClient;
}

interface Run extends RadiusClients {
  readonly line: TestLine;
  readonly signal: AbortSignal;
  /** Called for each response. */
  readonly each: (step: Step) => void;
}

type Kind = 'Start' | 'Interim-Update' | 'Stop';

/** Class, which a NAS repeats octet by octet in accounting (RFC 2865 section 5.25). */
const CLASS = 25;

/**
 * Logs in and accounts one session without volume or duration. Once its Start is sent, the session is ended with a Stop
 * whatever happens.
 */
export async function probeSession({ auth, acct, line, signal, each }: Run): Promise<void> {
  // Always the same port, so that the next probe replaces the session of one that was killed.
  const port: Attribute[] = [
    ['User-Name', line.username],
    ['NAS-IP-Address', line.nasIp],
    ['NAS-Port-Id', 'probe'],
    ['NAS-Port-Type', 'Virtual'],
    ['Service-Type', 'Framed-User'],
  ];
  const login: Attribute[] = [...port, ['User-Password', line.password]];
  const granted = await auth.send({ code: 'Access-Request', name: 'Access-Request', attributes: login, signal });
  report('Access-Request', granted);
  if (granted.answer.code !== 'Access-Accept') throw new CommandError(refusal(line, granted.answer));

  const session: Attribute[] = [
    ...port,
    ['Acct-Session-Id', `probe-${randomBytes(8).toString('hex')}`],
    ...granted.answer.raw_attributes.filter(([type]) => type === CLASS),
    ...framedAddress(granted.answer),
  ];
  const account = async (kind: Kind, abort?: AbortSignal) => {
    const counters: Attribute[] = kind === 'Start' ? [] : [['Acct-Session-Time', 0], ...NO_VOLUME];
    const attributes: Attribute[] = [['Acct-Status-Type', kind], ...session, ...counters];
    const exchange = await acct.send({ code: 'Accounting-Request', name: kind, attributes, signal: abort });
    report(kind, exchange);
    if (exchange.answer.code !== 'Accounting-Response')
      throw new CommandError(`The node answered the ${kind} with ${exchange.answer.code}.`);
  };
  if (signal.aborted) throw new CommandError('Interrupted before the Start.');
  try {
    await account('Start', signal);
    await account('Interim-Update', signal);
  } catch (error) {
    // Not interruptible. The operator gets the first error.
    await account('Stop').catch(() => undefined);
    throw error;
  }
  await account('Stop');

  function report(request: string, { answer, ms }: Exchange): void {
    each({ request, answer: answer.code, ms: Math.round(ms * 100) / 100 });
  }
}

const NO_VOLUME: Attribute[] = [
  ['Acct-Input-Octets', 0],
  ['Acct-Output-Octets', 0],
];

function framedAddress({ attributes }: Decoded): Attribute[] {
  const address = attributes['Framed-IP-Address'];
  return typeof address === 'string' ? [['Framed-IP-Address', address]] : [];
}

function refusal({ username }: TestLine, { code, attributes }: Decoded): string {
  const reason = attributes['Reply-Message'];
  return `The node answered the log-in of ${username} with ${code}${typeof reason === 'string' ? `: ${reason}` : ''}.`;
}
