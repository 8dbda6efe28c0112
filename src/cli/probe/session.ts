import { randomBytes } from 'node:crypto';
import { CommandError } from '../command.ts';
import type { Attribute, Decoded } from './npm-radius.ts';
import type { Exchange, RadiusClient } from './radius-client.ts';

export interface Line {
  readonly nasIp: string;
  readonly username: string;
  readonly password: string;
}

/** One request and what came of it. */
export interface Step {
  readonly request: string;
  readonly answer: string;
  readonly ms: number;
}

export interface Doors {
  readonly auth: RadiusClient;
  readonly acct: RadiusClient;
}

interface Run extends Doors {
  readonly line: Line;
  readonly signal: AbortSignal;
  /** Told of each answer as it comes. */
  readonly each: (step: Step) => void;
}

type Kind = 'Start' | 'Interim-Update' | 'Stop';

/** What a NAS that grants the session must repeat: Class (RFC 2865 section 5.25), octet by octet. */
const CLASS = 25;

/**
 * Logs in and accounts one session that carries nothing and lasts no time. A session that was begun is ended whatever
 * happens, also where nobody answered its Start.
 */
export async function probeSession({ auth, acct, line, signal, each }: Run): Promise<void> {
  // The same port each time: what a killed probe left behind is taken over by the next one.
  const port: Attribute[] = [
    ['User-Name', line.username],
    ['NAS-IP-Address', line.nasIp],
    ['NAS-Port-Id', 'probe'],
    ['NAS-Port-Type', 'Virtual'],
    ['Service-Type', 'Framed-User'],
  ];
  const login: Attribute[] = [...port, ['User-Password', line.password]];
  const granted = await auth.ask({ code: 'Access-Request', name: 'Access-Request', attributes: login, signal });
  tell('Access-Request', granted);
  if (granted.answer.code !== 'Access-Accept') throw new CommandError(refusal(line, granted.answer));

  const session: Attribute[] = [
    ...port,
    ['Acct-Session-Id', `probe-${randomBytes(8).toString('hex')}`],
    ...granted.answer.raw_attributes.filter(([type]) => type === CLASS),
    ...framedAddress(granted.answer),
  ];
  const account = async (kind: Kind, until?: AbortSignal) => {
    const counters: Attribute[] = kind === 'Start' ? [] : [['Acct-Session-Time', 0], ...NO_VOLUME];
    const attributes: Attribute[] = [['Acct-Status-Type', kind], ...session, ...counters];
    const exchange = await acct.ask({ code: 'Accounting-Request', name: kind, attributes, signal: until });
    tell(kind, exchange);
    if (exchange.answer.code !== 'Accounting-Response')
      throw new CommandError(`The node answered the ${kind} with ${exchange.answer.code}.`);
  };
  if (signal.aborted) throw new CommandError('The probe was interrupted before its Start.');
  try {
    await account('Start', signal);
    await account('Interim-Update', signal);
  } catch (error) {
    // Nobody interrupts this one; what went wrong first is what the operator must read.
    await account('Stop').catch(() => undefined);
    throw error;
  }
  await account('Stop');

  function tell(request: string, { answer, ms }: Exchange): void {
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

function refusal({ username }: Line, { code, attributes }: Decoded): string {
  const reason = attributes['Reply-Message'];
  return `The node answered the login of ${username} with ${code}${typeof reason === 'string' ? `: ${reason}` : ''}.`;
}
