import { appRouter } from '../../app-router.ts';
import type { Actor } from '../../core/access/actor.ts';
import { permissionsOf } from '../../core/access/effective-permissions.ts';
import type { Kernel } from '../../core/kernel.ts';
import { FailedLogins } from '../../rpc/failed-logins.ts';
import { openContext } from '../../rpc/open-context.ts';
import { ZONE } from '../business/places.ts';

/** The procedures as a login user calls them, with the usual authentication, permissions, scopes, rules and audit. */
export type Caller = ReturnType<typeof appRouter.createCaller>;

interface Credentials {
  readonly userid: number;
  readonly apiKey: string;
}

/** From a range for documentation (RFC 5737): the audit shows it. */
const OFFICE = '192.0.2.200';

export function callerWith(kernel: Kernel, { userid, apiKey }: Credentials): Caller {
  const credentials = { userid: String(userid), apiKey };
  return appRouter.createCaller(openContext(kernel, new FailedLogins(kernel.clock), { credentials, address: OFFICE }));
}

/** The command line, which creates the ISP as a server administrator would. */
export function operator(kernel: Kernel): Caller {
  const standing = {
    group: 'Server',
    roles: ['Admin'],
    ofReseller: false,
    franchisee: false,
    restricted: false,
  } as const;
  const actor: Actor = {
    ...{ userId: 0, username: 'command line', group: 'Server', ispId: null, resellerId: null, locations: null },
    ...{
      franchisee: false,
      permissions: permissionsOf(standing),
      zone: ZONE,
      regions: [],
      masksPhones: false,
      session: null,
    },
  };
  return appRouter.createCaller({
    kernel,
    address: '127.0.0.1',
    browser: null,
    hasCredentials: true,
    authenticate: async () => actor,
    authenticateAgain: async () => actor,
    authenticateKey: async () => actor,
    portal: null,
    authenticateSubscriber: () => Promise.reject(new Error('the command line is no subscriber')),
    zoneFor: async () => actor.zone,
  });
}
