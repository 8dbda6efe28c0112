import type { Api, Parameters } from '../../peers/support/api.ts';
import { example, makeNetwork, makeTenant } from '../../peers/support/example.ts';

const ACCOUNTED = 100;
const LOGGING_IN = 40;
const PAYING = 8;
const PASSWORD = 'hello';

/** An ISP with services for each kind of load. */
export interface Tenant {
  /** Usernames whose sessions are accounted. */
  readonly accounted: readonly string[];
  /** Usernames that log in. */
  readonly loggingIn: readonly string[];
  readonly password: string;
  /** Ids of services that are paid for. */
  readonly services: readonly number[];
  /** Of the ISP's administrator. */
  readonly credentials: Parameters;
}

export async function createTenant(admin: Api): Promise<Tenant> {
  const { api, userid } = await makeTenant(admin, { code: 'EXN', username: 'exn-admin' });
  const network = await makeNetwork(api);
  const names = (kind: string, count: number) => Array.from({ length: count }, (_, at) => `${kind}${at}`);
  const subscribe = (username: string): Promise<number> =>
    api.result('service/create', { ...example.service, ...network, username, password: PASSWORD });
  const [accounted, loggingIn] = [names('accounted', ACCOUNTED), names('login', LOGGING_IN)];
  for (const username of [...accounted, ...loggingIn]) await subscribe(username);
  const services: number[] = [];
  for (const username of names('paying', PAYING)) services.push(await subscribe(username));
  const { api_key: apiKey } = await admin.result('auth/user/api_key_rotate', { id: userid });
  return { accounted, loggingIn, password: PASSWORD, services, credentials: { userid, api_key: apiKey } };
}
