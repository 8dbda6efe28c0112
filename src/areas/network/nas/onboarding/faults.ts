import { CLOCK_TOLERANCE_S } from '../vocabulary.ts';
import type { Marks, UnknownSource } from './marks.ts';

/** What can be wrong with a NAS, by what its packets show. */
export const ONBOARDING_FAULTS = [
  'unknown_source',
  'wrong_secret',
  'unsigned',
  'no_message_authenticator',
  'all_rejected',
  'no_accounting',
  'no_interims',
  'clock_off',
  'bad_address',
  'bad_session_time',
  'coa_unanswered',
] as const;

export interface OnboardingFault {
  readonly fault: (typeof ONBOARDING_FAULTS)[number];
  readonly problem: string;
  /** Of the last packet that showed it. */
  readonly at: Date | null;
}

interface FaultyNas {
  readonly ip: string;
  readonly coaPort: number;
  /** Its own requests over UDP must be signed as this says; null: they come over TLS, or a proxy signs. */
  readonly signing: 'yes' | 'no' | 'auto' | null;
}

/** What is wrong, one sentence each, the most basic first. */
export function onboardingFaults(nas: FaultyNas, marks: Marks, unknown: readonly UnknownSource[]): OnboardingFault[] {
  const sources = marks.is_heard_now ? [] : unknown;
  return [...sources.map(unknownSource), ...packetFaults(nas, marks), ...valueFaults(marks), ...useFaults(nas, marks)];
}

function unknownSource({ ip, at, identifier }: UnknownSource): OnboardingFault {
  const name = identifier === null ? '' : `, with the NAS-Identifier ${identifier}`;
  const problem = `Packets come from ${ip}${name}, which is not a NAS. If they come from this NAS, change its ip here, or its source address on the NAS.`;
  return { fault: 'unknown_source', problem, at };
}

function packetFaults({ ip, signing }: FaultyNas, marks: Marks): OnboardingFault[] {
  const faults: OnboardingFault[] = [];
  const add = (fault: OnboardingFault['fault'], problem: string, at: Date | null) =>
    faults.push({ fault, problem, at });
  if (marks.unauthentic_at !== null) {
    const problem = `The node drops packets from ${ip}, because they are not signed with its secret. The NAS has another secret, or somebody forges its address.`;
    add('wrong_secret', problem, marks.unauthentic_at);
  }
  if (marks.unsigned_at !== null) {
    const problem = `The node drops requests from ${ip} that lack a required Message-Authenticator: EAP, Status-Server, and log-ins if require_message_authenticator is yes, or is auto and the NAS has sent one before.`;
    add('unsigned', problem, marks.unsigned_at);
  }
  if (signing === 'auto' && marks.auth_at !== null && marks.message_authenticator_at === null) {
    const problem =
      'Its log-ins without EAP have no Message-Authenticator, so an attacker on the path can forge the answers (CVE-2024-3596). Update the NAS, or switch Message-Authenticator on there.';
    add('no_message_authenticator', problem, marks.auth_at);
  }
  const ahead = marks.clock_ahead_s ?? 0;
  if (Math.abs(ahead) > CLOCK_TOLERANCE_S) {
    const error = ahead > 0 ? 'fast' : 'slow';
    const problem = `Its clock is ${Math.abs(ahead)} s ${error}. Set the time by NTP, or the NAS may refuse Disconnect and CoA.`;
    add('clock_off', problem, marks.acct_at);
  }
  return faults;
}

/** What its accounting says that cannot be. It is left out, so sessions lack what it should have been. */
function valueFaults({ bad_address_at: address, bad_session_time_at: time }: Marks): OnboardingFault[] {
  const faults: OnboardingFault[] = [];
  if (address !== null) {
    const problem =
      'Its accounting has a Framed-IP-Address from 127.0.0.0/8 or above 223, which no subscriber can have; sessions keep their previous address. Update the NAS, or make it send 0.0.0.0 if there is no address.';
    faults.push({ fault: 'bad_address', problem, at: address });
  }
  if (time !== null) {
    const problem =
      'Its accounting has an Acct-Session-Time of more than 400 days, so those sessions start when they were first reported. Somebody may have set the clock back; set the time by NTP.';
    faults.push({ fault: 'bad_session_time', problem, at: time });
  }
  return faults;
}

function useFaults({ coaPort }: FaultyNas, marks: Marks): OnboardingFault[] {
  const faults: OnboardingFault[] = [];
  const add = (fault: OnboardingFault['fault'], problem: string, at: Date | null) =>
    faults.push({ fault, problem, at });
  if (marks.rejects > 0 && marks.accepts === 0) {
    const problem = `The node rejected all ${marks.rejects} log-ins of the last hour; see radius/user/auth_log for the reasons. A wrong secret also makes passwords look wrong.`;
    add('all_rejected', problem, marks.auth_at);
  }
  if (marks.accepts > 0 && marks.acct_at === null) {
    add('no_accounting', 'It sends log-ins but no accounting. Switch accounting on.', marks.auth_at);
  }
  if (marks.misses_interims) {
    const problem =
      'It has open sessions but has sent no Interim-Update for three intervals. Switch interim updates on.';
    add('no_interims', problem, marks.interim_at);
  }
  if (marks.coa_unanswered > 0 && marks.coa_answered === 0) {
    const problem = `It answered none of ${marks.coa_unanswered} Disconnect- and CoA-Requests in the last hour. Make the NAS accept them from the node on port ${coaPort}.`;
    add('coa_unanswered', problem, marks.coa_at);
  }
  return faults;
}
