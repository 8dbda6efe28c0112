import type { Config } from '../config/config.ts';
import { LOCAL_NAS } from './business/equipment.ts';
import { STAFF, STAFF_PASSWORD, SUBSCRIBER_PASSWORD } from './business/staff.ts';
import type { CreatedDemo } from './create-demo.ts';

type Addresses = Pick<Config, 'publicUrl' | 'http' | 'gatewaySimulatorUrl'>;

/** Says how much of the history is made, in steps of a tenth. */
export function progressOf(say: (line: string) => void): (share: number) => void {
  let said = 0;
  return (share) => {
    const tenths = Math.floor(share * 10);
    if (tenths > said) say(`Six months of Demo Net: ${tenths * 10} %`);
    said = Math.max(said, tenths);
  };
}

/** What the operator needs to look around. */
export function noticeOf({ ispId, owner, serviceCount, checks, example }: CreatedDemo, config: Addresses): string[] {
  const origin = config.publicUrl ?? `http://127.0.0.1:${config.http.port}`;
  const members = Object.values(STAFF);
  const width = Math.max(...members.map(({ username }) => username.length));
  const row = (username: string, password: string, purpose: string) =>
    `  ${username.padEnd(width)}  ${password.padEnd(STAFF_PASSWORD.length)}  ${purpose}`;
  return [
    `Created Demo Net with ${serviceCount} services and six months of history. Its ledger is correct: ${checks} checks passed.`,
    `Login users, for ${origin}/console:`,
    row('username', 'password', 'what for'),
    ...members.map(({ username, purpose }) => row(username, STAFF_PASSWORD, purpose)),
    `The API key of ${STAFF.owner.username}, shown only once: userid ${owner.userid}, api_key ${owner.apiKey}`,
    `A subscriber, for ${origin}/my/${ispId}: username ${example}, password ${SUBSCRIBER_PASSWORD}`,
    `The same one, for a NAS at ${LOCAL_NAS.ip} with the secret ${LOCAL_NAS.secret}:`,
    `  User-Name=${example}, User-Password=${SUBSCRIBER_PASSWORD}`,
    paymentsOf(config),
    'The events of the ISP are kept: event/list, and event/stream as they happen.',
  ];
}

const paymentsOf = ({ gatewaySimulatorUrl: simulator }: Addresses): string =>
  simulator === undefined
    ? 'To pay on the subscriber’s pages, run npm run cli -- gateway-simulator and start the node with GATEWAY_SIMULATOR_URL=http://127.0.0.1:9090.'
    : `On the subscriber’s pages you can pay at a simulated provider at ${simulator}, without money, from a browser on this machine.`;
