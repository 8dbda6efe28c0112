import { runList } from '../../../core/list/index.ts';
import { byId, done, newId } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { reportConflict, settleConflict, visitConflict } from './conflict.ts';
import { createVisit, newVisit } from './create.ts';
import { editVisit, visitEdit } from './edit.ts';
import { readVisit, visitRecord } from './get.ts';
import { myVisits, visits } from './list.ts';
import { moveVisit, visitMove } from './move.ts';
import { slotEndpoints } from './slots/router.ts';

/** Visits of technicians. Beyond the contract. */
export const visitRouter = router({
  ...slotEndpoints,
  create: endpoint({
    access: 'visit.write',
    rest: ['/visit/create'],
    extension: true,
    repeatable: true,
    example: {
      serviceid: '1',
      day: '2030-01-31',
      hours: '09:00-12:00',
      technicianid: '2',
      note: 'No light at the ONT',
    },
    summary: 'Book a visit',
    description:
      'To a lead, for a ticket or to a service. A ticket moves to the status `Visit`. Where slots are set for the location, the window must be one of them and have a free place.',
  })
    .input(newVisit)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createVisit(tx, ctx, input))),

  list: endpoint({ access: 'visit.read', rest: ['/visit/list'], extension: true, summary: 'Visits' })
    .input(visits.input)
    .output(visits.output)
    .query(({ ctx, input }) => runList(ctx.db, visits, { ...ctx, input })),

  mine: endpoint({
    access: 'visit.read',
    rest: ['/visit/mine'],
    extension: true,
    summary: 'Visits that the caller is sent to',
  })
    .input(myVisits.input)
    .output(myVisits.output)
    .query(({ ctx, input }) => runList(ctx.db, myVisits, { ...ctx, input })),

  get: endpoint({
    access: 'visit.read',
    rest: ['/visit/get'],
    extension: true,
    summary: 'A visit with what was done about it',
  })
    .input(byId)
    .output(visitRecord)
    .query(({ ctx: { db, scope, zone }, input }) => readVisit(db.pool, { scope, zone }, input.id)),

  move: endpoint({
    access: 'visit.write',
    rest: ['/visit/move'],
    extension: true,
    repeatable: true,
    example: { state: 'OnWay' },
    summary: 'Move a visit to its next state',
    description:
      'Booked, on the way, started, then done or failed with a `reason`. Done moves the lead by `report`, and gives the `mac` to the service. A ticket is open again when its visit ends. A state that the present one does not lead to is refused with 409, which names those that it does.',
  })
    .input(visitMove)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => moveVisit(tx, ctx, input))),

  edit: endpoint({
    access: 'visit.write',
    rest: ['/visit/edit'],
    extension: true,
    example: { technicianid: '2', optical_dbm: '-19.5' },
    updates: updatedRecord('visit', 'id'),
    summary: 'Change a visit, or who goes there and when',
  })
    .input(visitEdit)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => editVisit(tx, ctx, input))),

  conflict_report: endpoint({
    access: 'visit.write',
    rest: ['/visit/conflict_report'],
    extension: true,
    repeatable: true,
    example: { text: 'Done at 11:40, while the visit was cancelled' },
    summary: 'Tell the dispatcher what could not be carried out',
    description:
      'For an app that works without a connection: what a technician did in the meantime, and the visit no longer allowed. Also for a visit that has gone to another technician.',
  })
    .input(visitConflict)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => reportConflict(tx, ctx, input))),

  conflict_settle: endpoint({
    access: 'visit.write',
    rest: ['/visit/conflict_settle'],
    extension: true,
    summary: 'Say that a conflict has been seen to',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => settleConflict(tx, ctx, input.id))),
});
