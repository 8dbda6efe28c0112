import { Fault } from '../../../core/fault.ts';
import { firstOf, readableBy, runList } from '../../../core/list/index.ts';
import { SOURCE, source } from '../../../core/list/source.ts';
import { done } from '../../../core/records/results.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { probeEndpoints } from '../routeros/router.ts';
import { addressesInput, addressesOf, sessionAddresses } from './addresses.ts';
import { authLog } from './auth-log.ts';
import { disconnect, disconnection } from './disconnect.ts';
import { explainUser } from './explain.ts';
import { explainInput, explanation } from './explanation.ts';
import { lastOnline } from './last-online.ts';
import { LIVE_NEEDS, liveSessions } from './live.ts';
import { onlineMap, onlineSessions, onlineUsers } from './online.ts';
import { sessionParts } from './parts.ts';
import { countRefusals, refusals, refusalsInput } from './refusals.ts';
import { rejects, rejectsOf } from './rejects.ts';
import { archivedSessionLog, sessionLog } from './session-log.ts';
import { lastSession, sessionStatus, statusInput } from './status.ts';

/** Contract 4.3. */
export const sessionRouter = router({
  online: endpoint({ access: 'session.read', rest: ['/radius/user/online'], summary: 'Users online, by session id' })
    .input(onlineSessions.input)
    .output(onlineMap)
    .query(({ ctx, input }) => onlineUsers(ctx.db, { ...ctx, input })),

  live: endpoint({
    access: 'session.read',
    rest: ['/session/live'],
    extension: true,
    summary: 'Live sessions',
    description:
      'Open sessions with service, customer and NAS. The volumes come from the last accounting record; `dl` and `ul` are the rates in Kbps that the session was granted, not measured ones. `refusal` says why the NAS refused a Disconnect- or CoA-Request, `advice` what to do. Without `customer.read` the name of the customer is null.',
  })
    .input(liveSessions.input)
    .output(liveSessions.output)
    .query(({ ctx, input }) => {
      const list = readableBy(liveSessions, LIVE_NEEDS, { permissions: ctx.actor.permissions, input });
      return runList(ctx.db, list, { ...ctx, input });
    }),

  parts: endpoint({
    access: 'session.read',
    rest: ['/session/parts'],
    extension: true,
    summary: 'Services within sessions',
    description:
      'Services, hosts and queues that a NAS accounts for separately within a session. Their traffic is part of the session and counts once. Lists open sessions, and sessions that ended within a day.',
  })
    .input(sessionParts.input)
    .output(sessionParts.output)
    .query(({ ctx, input }) => runList(ctx.db, sessionParts, { ...ctx, input })),

  addresses: endpoint({
    access: 'session.read',
    rest: ['/session/addresses'],
    example: { username: 'ravi' },
    extension: true,
    summary: 'The addresses of a user',
    description:
      'The IPv4 addresses, IPv6 prefixes and IPv6 addresses that the sessions of a user had, each with the times of its first and last report, and when it was replaced or its session ended. Archived months are not included.',
  })
    .input(addressesInput)
    .output(sessionAddresses.output)
    .query(({ ctx, input }) => addressesOf(ctx.db, { ...ctx, input }, ctx.kernel.clock.now())),

  status: endpoint({
    access: 'session.read',
    rest: ['/radius/user/status'],
    example: { username: 'ravi' },
    summary: 'The online session of a user',
  })
    .input(statusInput)
    .output(sessionStatus.row)
    .query(async ({ ctx, input }) => {
      const session = await firstOf(ctx.db, sessionStatus, { ...ctx, input });
      if (!session) throw new Fault('notFound', `${input.username} is not online`);
      return session;
    }),

  last_online: endpoint({
    access: 'session.read',
    rest: ['/radius/user/last_online'],
    example: { username: 'ravi' },
    summary: 'The last session of a user that ended',
  })
    .input(statusInput)
    .output(lastSession.row)
    .query(async ({ ctx, input }) => {
      const session = await lastOnline(ctx.db, { ...ctx, input });
      if (!session) throw new Fault('notFound', `${input.username} has no ended session`);
      return session;
    }),

  disconnect: endpoint({
    access: 'session.disconnect',
    rest: ['/radius/user/disconnect'],
    example: { username: 'ravi' },
    summary: 'Terminate the sessions of a user or of a NAS',
  })
    .input(disconnection)
    .output(done)
    .mutation(({ ctx, input }) =>
      disconnect({ db: ctx.db, network: ctx.kernel.network, record: ctx.recordAudit }, ctx.scope, input),
    ),

  explain: endpoint({
    access: 'session.read',
    rest: ['/radius/user/explain'],
    example: { username: 'ravi' },
    extension: true,
    summary: 'Why a user is rejected, slow or blocked',
    description:
      'The answer to a log-in with the right password, with its reason and attributes. Without `nasip` and `mac`, simulates a log-in from where the user is or was last. Changes nothing.',
  })
    .input(explainInput)
    .output(explanation)
    .query(({ ctx, input }) => explainUser({ db: ctx.db, network: ctx.kernel.network }, ctx.scope, input)),

  auth_log: endpoint({ access: 'session.read', rest: ['/radius/user/auth_log'], summary: 'Recent answers to log-ins' })
    .input(authLog.input)
    .output(authLog.output)
    .query(({ ctx, input }) => runList(ctx.db, authLog, { ...ctx, input })),

  rejects: endpoint({
    access: 'session.read',
    rest: ['/radius/user/rejects'],
    extension: true,
    summary: 'Rejected log-ins of all users',
    description:
      'Log-ins that were rejected, newest first, by default of the last 24 hours. `reason` is the sentence of the node, `kind` what it comes to, as `series/read` counts it. `serviceid` is null for a name of no service.',
  })
    .input(rejects.input)
    .output(rejects.output)
    .query(({ ctx, input }) => rejectsOf(ctx.db, { ...ctx, input }, ctx.kernel.clock.now())),

  refusals: endpoint({
    access: 'session.read',
    rest: ['/session/refusals'],
    extension: true,
    summary: 'How many log-ins were refused, and why',
    description:
      'Refused log-ins of the last hours (`hours`, at most 24), and of the same hours the day before and a week before: in all, by reason with what to do about it, and the ten with the most by NAS, plan, location and device. Plans and locations are those that the services have now. `radius/user/rejects` lists the log-ins themselves, by the same `kind`, `nasid`, `planid`, `location_code` and `mac`. A caller of all ISPs names one.',
  })
    .input(refusalsInput)
    .output(refusals)
    .query(({ ctx, input }) => countRefusals(ctx.db, { scope: ctx.scope, now: ctx.kernel.clock.now() }, input)),

  session_log: endpoint({
    access: 'session.read',
    rest: ['/radius/user/session_log', '/radius/user/sessoin_log'],
    summary: 'Open and ended sessions',
    description: SOURCE,
  })
    .input(sessionLog.input.extend({ source }))
    .output(sessionLog.output)
    .query(({ ctx, input }) =>
      runList(ctx.db, input.source === 'archive' ? archivedSessionLog : sessionLog, { ...ctx, input }),
    ),

  ...probeEndpoints,
});
