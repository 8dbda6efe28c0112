import { runList } from '../../../../core/list/index.ts';
import { byId, done, newId } from '../../../../core/records/results.ts';
import { endpoint } from '../../../../rpc/endpoint.ts';
import { freeInput, freeSlots, readFreeSlots } from './free.ts';
import { visitSlots } from './list.ts';
import { deleteSlot, setSlot, slotSetting } from './set.ts';

/** When visits can be booked. Beyond the contract. */
export const slotEndpoints = {
  slots: endpoint({
    access: 'visit.read',
    rest: ['/visit/slots'],
    extension: true,
    summary: 'Free places for visits',
    description:
      'Each window of the location with its capacity, the visits booked in it and the free places. Empty where no slots are set: then any window can be booked.',
  })
    .input(freeInput)
    .output(freeSlots)
    .query(({ ctx, input }) => readFreeSlots(ctx, input)),

  slot_set: endpoint({
    access: 'visit.write',
    rest: ['/visit/slot_set'],
    extension: true,
    example: { hours: '09:00-12:00', weekdays: 'mon,tue,wed,thu,fri,sat', capacity: '4' },
    summary: 'Set how many visits can be booked in a window',
    description:
      'At each location: a slot without a location holds for every location that has none of its own. The same hours again change the slot.',
  })
    .input(slotSetting)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => setSlot(tx, ctx, input))),

  slot_list: endpoint({
    access: 'visit.read',
    rest: ['/visit/slot_list'],
    extension: true,
    summary: 'Windows in which visits can be booked',
  })
    .input(visitSlots.input)
    .output(visitSlots.output)
    .query(({ ctx, input }) => runList(ctx.db, visitSlots, { ...ctx, input })),

  slot_delete: endpoint({
    access: 'visit.write',
    rest: ['/visit/slot_delete'],
    extension: true,
    summary: 'Remove a window; booked visits stay',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteSlot(tx, ctx, input.id))),
};
