import { runList } from '../../../core/list/index.ts';
import { byId, done, newId } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { compensateIncident, compensationInput, compensationOutcome } from './compensate.ts';
import { createIncident, newIncident } from './create.ts';
import { incidentRecord, readIncident } from './get.ts';
import { incidents } from './list.ts';
import { addedServices, addServices, changedServices, removedServices, removeServices } from './members.ts';
import { incidentMove, moveIncident } from './move.ts';
import { concernedCounts, previewIncident, previewInput } from './preview.ts';
import { incidentChange, updateIncident } from './update.ts';

/** Faults of the network and planned work. Beyond the contract. */
export const incidentRouter = router({
  preview: endpoint({
    access: 'incident.write',
    rest: ['/incident/preview'],
    extension: true,
    example: { location_code: 'BLR' },
    summary: 'Count the services that an incident would concern',
    description:
      'Those that meet all of the filters and have begun; without a filter, all of the ISP. The services of a NAS are those whose open session is on it, or whose last one of 7 days was. `incident/create` takes the `count`.',
  })
    .input(previewInput)
    .output(concernedCounts)
    .query(({ ctx, input }) => ctx.readIn((tx) => previewIncident(tx, ctx.scope, input))),

  create: endpoint({
    access: 'incident.write',
    rest: ['/incident/create'],
    extension: true,
    repeatable: true,
    example: { kind: 'Outage', title: 'Fibre cut at the ring road', serviceids: '1', count: '1' },
    summary: 'Enter an incident',
    description:
      'While it is open, its services have the verdict `incident`, new tickets about them are linked to it, and their dunning is held until the day after. Refused with 409 if it concerns over 5 % more or fewer services than `count`, which `incident/preview` shows.',
  })
    .input(newIncident)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createIncident(tx, ctx, input))),

  list: endpoint({ access: 'incident.read', rest: ['/incident/list'], extension: true, summary: 'Incidents' })
    .input(incidents.input)
    .output(incidents.output)
    .query(({ ctx, input }) => runList(ctx.db, incidents, { ...ctx, input })),

  get: endpoint({
    access: 'incident.read',
    rest: ['/incident/get'],
    extension: true,
    summary: 'An incident with its services, tickets and compensation',
    description:
      'A reseller, and an Employee of some locations, see incidents that concern services of theirs, and count those.',
  })
    .input(byId)
    .output(incidentRecord)
    .query(({ ctx: { db, scope, zone }, input }) => readIncident(db.pool, { scope, zone }, input.id)),

  update: endpoint({
    access: 'incident.write',
    rest: ['/incident/update'],
    extension: true,
    example: { title: 'Fibre cut, splicing has begun' },
    updates: updatedRecord('incident', 'id'),
    summary: 'Change what is told of an incident',
  })
    .input(incidentChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateIncident(tx, ctx, input))),

  add: endpoint({
    access: 'incident.write',
    rest: ['/incident/add'],
    extension: true,
    repeatable: true,
    example: { serviceids: '1' },
    summary: 'Add services to an open incident',
    description: 'Returns how many were added; the others were in it already.',
  })
    .input(addedServices)
    .output(changedServices)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => addServices(tx, ctx, input))),

  remove: endpoint({
    access: 'incident.write',
    rest: ['/incident/remove'],
    extension: true,
    repeatable: true,
    example: { serviceids: '1' },
    summary: 'Note that services have returned before the others',
    description:
      'Returns how many were in it. With the start of the incident as `upto` they count as never concerned, and are neither held nor compensated.',
  })
    .input(removedServices)
    .output(changedServices)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => removeServices(tx, ctx, input))),

  move: endpoint({
    access: 'incident.write',
    rest: ['/incident/move'],
    extension: true,
    repeatable: true,
    example: { report: 'monitor' },
    summary: 'Report what became of an incident',
    description:
      '`open` or `dismiss` one that is suggested or planned; `monitor` an open one, come `back` to it, `resolve` it. Its tickets are resolved with it. A move that the status does not allow is refused with 409, which names those that it allows.',
  })
    .input(incidentMove)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => moveIncident(tx, ctx, input))),

  compensate: endpoint({
    access: 'compensation.write',
    rest: ['/incident/compensate'],
    extension: true,
    repeatable: true,
    example: { id: '2', compensation: 'Days', days: '1' },
    summary: 'Compensate the services of a resolved incident',
    description:
      'Up to 1,000 services a call, each once: repeat it until `left` is 0. `Days` extends the validity of prepaid services and credits the others, `Money` credits all; the same for all of them, as the first call says. Credits are a share of the price of the period, and stand in `adjustment/list`.',
  })
    .input(compensationInput)
    .output(compensationOutcome)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => compensateIncident(tx, ctx, input))),
});
