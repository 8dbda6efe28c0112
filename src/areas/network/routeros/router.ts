import { document, download } from '../../../core/content/download.ts';
import { byId, done } from '../../../core/records/results.ts';
import { endpoint } from '../../../rpc/endpoint.ts';
import { onboardInput } from '../nas/onboarding/nas-facts.ts';
import { checkRouter, routerCheck } from './check.ts';
import { graphInput, readGraph } from './graph/graph.ts';
import { apiStatus, apiStatusOf, pinCertificate, pinInput } from './pin.ts';
import { pinged, pingSession } from './ping.ts';
import { ending, endingInput, endUnmatched } from './reconcile/end.ts';
import { paceComparisons, reconciled, reconcileNas } from './reconcile/reconcile.ts';
import { resourcesOf, routerResources } from './resources.ts';
import { openSession, type ProbeCall, sessionPing } from './session.ts';
import { RATE_STREAM, streamRates } from './throughput/stream.ts';
import { traced, traceSession } from './traceroute.ts';

/** Of a NAS with RouterOS's API. They wait for the router, so they take no turn with other queries. */
export const apiEndpoints = {
  resources: endpoint({
    access: 'nas.diagnose',
    rest: ['/radius/nas/resources'],
    extension: true,
    ownPace: true,
    summary: 'Load, memory, version and clock of a router',
    description:
      'Asks a Mikrotik router with `api_enable`. 502 says in one sentence why the router gives no answer; 409 says what to set first. `rebooted_at` is when the router restarted, if that was between two questions.',
  })
    .input(byId)
    .output(routerResources)
    .query(({ ctx, input }) => resourcesOf(ctx.kernel, ctx.scope, input.id)),

  check: endpoint({
    access: 'nas.diagnose',
    rest: ['/radius/nas/check'],
    extension: true,
    ownPace: true,
    summary: 'Whether a router is configured as it should be',
    description:
      'Compares a Mikrotik router with the configuration of `radius/nas/onboard`: each check is `ok`, `missing` or `differs`, with the value found and the command to paste into the terminal of the router. Changes nothing.',
  })
    .input(onboardInput)
    .output(routerCheck)
    .query(({ ctx, input }) => checkRouter({ ...ctx, input })),

  api_status: endpoint({
    access: 'nas.diagnose',
    rest: ['/radius/nas/api_status'],
    extension: true,
    summary: 'The certificate of a router, and whether this node may log in',
    description:
      '`fingerprint` is the confirmed certificate. `offered` is another one that the router showed: compare it with the router before you confirm it.',
  })
    .input(byId)
    .output(apiStatus)
    .query(({ ctx, input }) => apiStatusOf(ctx.kernel, ctx.scope, input.id)),

  api_pin: endpoint({
    access: 'nas.write',
    rest: ['/radius/nas/api_pin'],
    confirmed: true,
    extension: true,
    summary: 'Confirm the certificate of a router',
    description:
      'The password of the API is sent only to a router that shows the certificate with this SHA-256 fingerprint. Another certificate has to be confirmed anew.',
  })
    .input(pinInput)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => pinCertificate(tx, ctx, input))),

  reconcile: endpoint({
    access: 'nas.diagnose',
    rest: ['/radius/nas/reconcile'],
    extension: true,
    ownPace: true,
    summary: 'Compare the sessions of a router with those open here',
    description:
      'Asks a Mikrotik router with `api_enable` for its sessions by RADIUS and compares them with those that accounting has on it. A session that began or ended within an interim interval and 30 s is on neither list, since its Start or Stop may be on the way. Each list has the first 200; the counts have all. A reseller gets its own sessions of a NAS that the ISP shares. Ten comparisons a minute per login user, those of `radius/nas/reconcile_end` included.',
  })
    .input(byId)
    .output(reconciled)
    .query(({ ctx, input }) => {
      paceComparisons(ctx.kernel, ctx.actor.userId);
      return reconcileNas(ctx.kernel, ctx.scope, input.id);
    }),

  reconcile_end: endpoint({
    access: 'session.disconnect',
    rest: ['/radius/nas/reconcile_end'],
    example: { sessions: 'only_here', preview: 'Y' },
    extension: true,
    summary: 'End sessions that only the router has, or only this node',
    description:
      'Compares again, then ends what is on one side alone: `sessions=only_here` closes up to 2,000 sessions as of their last report, `only_on_nas` sends up to 500 Disconnect-Requests. Call it with `preview=Y` first, then with its `count`; more than that are refused. With `needs_name=Y`, which is above 20 % of the sessions or if the router lists none, `confirm` must be the name of the NAS.',
  })
    .input(endingInput)
    .output(ending)
    .mutation(({ ctx, input }) => endUnmatched(ctx, input)),

  graph: endpoint({
    access: 'nas.diagnose',
    rest: ['/radius/nas/graph'],
    extension: true,
    ownPace: true,
    summary: 'A graph that a router draws',
    description:
      'The picture, GIF or PNG, that a Mikrotik router with `snmp_graph` serves of an interface, of a simple queue, or of a subscriber who is online there. 404 stands for everything that is no picture. Kept for a minute; 30 a minute per login user.',
  })
    .input(graphInput)
    .output(document('image/gif'))
    .query(({ ctx, input }) => readGraph(ctx, input)),
};

interface Caller extends Pick<ProbeCall, 'kernel' | 'scope'> {
  readonly actor: { readonly userId: number };
  recordAudit(): Promise<void>;
}

const probeCall = ({ kernel, scope, actor, recordAudit }: Caller): ProbeCall => ({
  ...{ kernel, scope, userId: actor.userId },
  record: recordAudit,
});

/** What a router finds out about an open session. */
export const probeEndpoints = {
  ping: endpoint({
    access: 'nas.diagnose',
    rest: ['/session/ping'],
    extension: true,
    summary: 'Ping a subscriber from the router',
    description:
      'The Mikrotik router of an open session pings its address, at most ten times and for 15 seconds. Five pings and traceroutes a minute.',
  })
    .input(sessionPing)
    .output(pinged)
    .mutation(({ ctx, input }) => pingSession(probeCall(ctx), input)),

  traceroute: endpoint({
    access: 'nas.diagnose',
    rest: ['/session/traceroute'],
    extension: true,
    summary: 'The way from the router to a subscriber',
    description:
      'The Mikrotik router of an open session traces the way to its address, for 15 seconds at most. Five pings and traceroutes a minute.',
  })
    .input(openSession)
    .output(traced)
    .mutation(({ ctx, input }) => traceSession(probeCall(ctx), input.id)),

  throughput: endpoint({
    access: 'nas.diagnose',
    rest: ['/session/throughput'],
    extension: true,
    ownPace: true,
    summary: 'The rates of a session as they are, as server-sent events',
    description:
      'Events `rate` with `down_kbps`, `up_kbps` and `source`. `router`: once a second, as the Mikrotik router of an open session measures them at its PPPoE interface or simple queue; all viewers of a session share one question. `accounting`: for a NAS without an API, the average of the last `seconds` that it reported, every three seconds. Ends after five minutes, or with the session. At most four sessions of a router and eight of an ISP at once.',
  })
    .input(openSession)
    .output(download(RATE_STREAM))
    .query(({ ctx, input }) => streamRates(ctx, input.id)),
};
