import { isIP } from 'node:net';
import { COMMANDS } from '../../../../routeros/commands.ts';
import type { Row } from '../../../../routeros/exchange.ts';
import type { OnboardingFacts } from '../../nas/onboarding/facts.ts';
import {
  accounting as accountingLine,
  incoming as incomingLine,
  radiusClient,
  serviceOf,
} from '../../nas/onboarding/routeros-lines.ts';
import { durationMs, isYes } from '../values.ts';
import { type Check, enabled, oneOfThem } from './judge.ts';

/** The node as a RADIUS server. Its secret is not read; whether it is right shows in `radius/nas/onboard`. */
export const radius: Check = {
  command: COMMANDS.radius,
  shows: ['service', 'address', 'protocol', 'authentication-port', 'accounting-port', 'timeout'],
  judge: (rows, facts) =>
    oneOfThem(
      rows.filter((row) => servesSubscribers(row, facts)),
      (row) => isThisNode(row, facts),
    ),
  fix: (facts) => [radiusClient(facts, '<secret>')],
};

const servesSubscribers = (row: Row, facts: OnboardingFacts) =>
  (row.get('service') ?? '').split(',').includes(serviceOf(facts));

function isThisNode(row: Row, { server, authPort, acctPort, radSecPort }: OnboardingFacts): boolean {
  if (isYes(row, 'disabled') || (isIP(server) !== 0 && row.get('address') !== server)) return false;
  if (radSecPort !== null) return row.get('protocol') === 'radsec';
  return row.get('authentication-port') === String(authPort) && row.get('accounting-port') === String(acctPort);
}

/** Disconnect- and CoA-Requests. */
export const incoming: Check = {
  command: COMMANDS.incoming,
  shows: ['accept', 'port'],
  judge: (rows, { coaPort }) => {
    if (!rows.some((row) => isYes(row, 'accept'))) return 'missing';
    return oneOfThem(rows, (row) => row.get('port') === String(coaPort));
  },
  fix: (facts) => [incomingLine(facts)],
};

export const pppAaa: Check = {
  command: COMMANDS.pppAaa,
  shows: ['use-radius', 'accounting', 'interim-update'],
  applies: ({ ipoe }) => !ipoe,
  judge: ([row], { interimS }) => {
    if (!isYes(row, 'use-radius') || !isYes(row, 'accounting')) return 'missing';
    return durationMs(row?.get('interim-update')) === interimS * 1_000 ? 'ok' : 'differs';
  },
  fix: (facts) => [accountingLine(facts)],
};

export const dhcp: Check = {
  command: COMMANDS.dhcpServers,
  shows: ['name', 'use-radius'],
  applies: ({ ipoe }) => ipoe,
  judge: (rows) => oneOfThem(enabled(rows), (row) => row.get('use-radius') === 'accounting'),
  fix: (facts) => [accountingLine(facts)],
};
