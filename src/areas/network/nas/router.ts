import { runList } from '../../../core/list/index.ts';
import { byId, done, newId } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { viewInput, viewOf } from '../../../core/tenancy/isp-view.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { apiEndpoints } from '../routeros/router.ts';
import { nasGraph } from '../traffic/graph.ts';
import { createNas, newNas } from './create.ts';
import { deleteNas } from './delete.ts';
import { nasHealth } from './health.ts';
import { ipPoolEndpoints } from './ip-pools/router.ts';
import { nases } from './list.ts';
import { natEndpoints } from './nat-rules/router.ts';
import { networkNow, readNetwork } from './network.ts';
import { nasScript, onboard, onboarding, revealScript } from './onboard.ts';
import { onboardInput } from './onboarding/nas-facts.ts';
import { previewRate, ratePreview, ratePreviewInput } from './rate-preview.ts';
import { nasTraffic, readNasTraffic } from './traffic.ts';
import { unknownSources } from './unknown.ts';
import { nasChange, updateNas } from './update.ts';

/** Contract 4.5 and 4.6. */
export const nasRouter = router({
  list: endpoint({ access: 'nas.read', rest: ['/radius/nas/list'], summary: 'NAS devices' })
    .input(nases.input)
    .output(nases.output)
    .query(({ ctx, input }) => runList(ctx.db, nases, { ...ctx, input })),

  create: endpoint({
    access: 'nas.write',
    rest: ['/radius/nas/create'],
    example: { resellerid: '0', name: 'Core 2', secret: 'correct horse' },
    summary: 'Add a NAS',
    description:
      'The node serves the NAS from its next packet. `resellers` shares a NAS of the ISP; `0`, empty or absent shares it with all.',
  })
    .input(newNas)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createNas(tx, ctx, input))),

  update: endpoint({
    access: 'nas.write',
    rest: ['/radius/nas/update'],
    example: { name: 'Core 1' },
    updates: updatedRecord('NAS', 'id'),
    summary: 'Change a NAS',
  })
    .input(nasChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateNas(tx, ctx, input))),

  delete: endpoint({ access: 'nas.write', rest: ['/radius/nas/delete'], summary: 'Delete a NAS' })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteNas(tx, ctx, input.id))),

  ...ipPoolEndpoints,
  ...natEndpoints,
  ...apiEndpoints,

  health: endpoint({
    access: 'nas.read',
    rest: ['/radius/nas/health'],
    extension: true,
    summary: 'When each NAS was last heard, and whether it answers',
    description:
      'The times of its last requests, its open sessions, and for the last hour the answers to log-ins and to Disconnect- and CoA-Requests. `silent` is 1 for a NAS that had sessions within a day and has reported none for three interim intervals; it has been silent since `acct_heard_at`. `stale` counts its sessions of the last day that the node ended because the NAS no longer reported them. Figures are at most a few minutes old; figures of a NAS that the ISP shares are null for its resellers. `says_ip`, `says_ip6` and `says_identifier` are the names that the NAS uses for itself; `coa_name` is the name that Disconnect and CoA use after it refused those.',
  })
    .input(nasHealth.input)
    .output(nasHealth.output)
    .query(({ ctx, input }) => runList(ctx.db, nasHealth, { ...ctx, input })),

  network: endpoint({
    access: 'nas.read',
    rest: ['/radius/nas/network'],
    extension: true,
    summary: 'The network now: NASes, what they carry and what is wrong',
    description:
      'At most 1,000 NASes, those with an open alert first; `count` is how many there are. `dl` and `ul` are averages over the last interim interval, of five minutes at least. `alert` is the open alert that matters most: one that nobody has acknowledged, then silence, then the newest. Figures and alerts of a NAS that the ISP shares are null for its resellers.',
  })
    .input(viewInput)
    .output(networkNow)
    .query(async ({ ctx, input }) => {
      const scope = await viewOf(ctx.db, ctx.scope, input);
      return readNetwork(ctx.db, { scope, now: ctx.kernel.clock.now() });
    }),

  traffic: endpoint({
    access: 'nas.read',
    rest: ['/radius/nas/traffic'],
    extension: true,
    summary: 'The traffic of a NAS, for a graph',
    description:
      'The last 24 hours by five minutes (`period=day`), or the last seven days by hours (`week`): the average rates to and from its subscribers, and the highest number of open sessions. Octets count in the minute in which they were reported. Steps without either are left out. 404 for a reseller if the ISP shares the NAS, since the figures are of all that use it.',
  })
    .input(nasTraffic)
    .output(nasGraph)
    .query(({ ctx, input }) => readNasTraffic(ctx.db, { scope: ctx.scope, now: ctx.kernel.clock.now() }, input)),

  onboard: endpoint({
    access: 'nas.read',
    rest: ['/radius/nas/onboard'],
    extension: true,
    summary: 'How to configure a NAS, what it has sent, and what is wrong',
    description:
      'For the owner of the NAS: configurations for its vendor, with `<secret>` in place of the secret; when the node last saw log-ins, accounting, Interim-Updates, Gigawords, a Message-Authenticator and answers to CoA; and the faults in plain sentences. At most a minute old.',
  })
    .input(onboardInput)
    .output(onboarding)
    .query(({ ctx, input }) => onboard({ ...ctx, input })),

  script: endpoint({
    access: 'nas.write',
    rest: ['/radius/nas/script'],
    confirmed: true,
    extension: true,
    summary: 'The configuration of a NAS with its secret',
    description:
      'The configuration of `radius/nas/onboard` with the secret filled in, ready to paste. The audit records who asked.',
  })
    .input(onboardInput)
    .output(nasScript)
    .mutation(({ ctx, input }) => revealScript({ ...ctx, input })),

  rate_preview: endpoint({
    access: 'nas.read',
    rest: ['/radius/nas/rate_preview'],
    example: { vendor: 'Mikrotik', dl: '20000', ul: '10000' },
    extension: true,
    summary: 'The attributes for a rate',
    description:
      'The attributes of a log-in answer for a rate at a NAS of this vendor, in the vendor’s own form or by a `rate_template`, and the request that changes an open session from that rate to another. Stores nothing.',
  })
    .input(ratePreviewInput)
    .output(ratePreview)
    .query(({ ctx, input }) => previewRate(ctx.kernel.network, input)),

  unknown: endpoint({
    access: 'nas.admin',
    rest: ['/radius/nas/unknown'],
    extension: true,
    summary: 'Sources of packets that are not a NAS',
    description: 'No tenant owns them, so only the server administrator sees them.',
  })
    .input(unknownSources.input)
    .output(unknownSources.output)
    .query(({ ctx, input }) => runList(ctx.db, unknownSources, { ...ctx, input })),
});
