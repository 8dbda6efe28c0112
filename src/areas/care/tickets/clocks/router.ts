import { runList } from '../../../../core/list/index.ts';
import { byId, done, newId } from '../../../../core/records/results.ts';
import { endpoint } from '../../../../rpc/endpoint.ts';
import { calendarSetting, deleteCalendar, setCalendar, ticketCalendars } from './calendars.ts';
import { deleteSla, setSla, slaSetting, ticketSlas } from './sla.ts';

/** How long tickets may take, and when the staff works. Beyond the contract. */
export const clockEndpoints = {
  sla_set: endpoint({
    access: 'ticket.manage',
    rest: ['/ticket/sla_set'],
    extension: true,
    example: { respond_minutes: '60', resolve_minutes: '480' },
    summary: 'Set how long tickets of a category and priority may take',
    description:
      'In minutes of working time. It holds for tickets to come, and for those that get this category or priority. A limit that is left out is removed.',
  })
    .input(slaSetting)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => setSla(tx, ctx, input))),

  sla_list: endpoint({
    access: 'ticket.read',
    rest: ['/ticket/sla_list'],
    extension: true,
    summary: 'How long tickets may take',
  })
    .input(ticketSlas.input)
    .output(ticketSlas.output)
    .query(({ ctx, input }) => runList(ctx.db, ticketSlas, { ...ctx, input })),

  sla_delete: endpoint({
    access: 'ticket.manage',
    rest: ['/ticket/sla_delete'],
    extension: true,
    summary: 'Remove the limits of a category and priority',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteSla(tx, ctx, input.id))),

  calendar_set: endpoint({
    access: 'ticket.manage',
    rest: ['/ticket/calendar_set'],
    extension: true,
    example: { mon: '09:00-13:00,14:00-18:00', sat: '09:00-13:00', holidays: '2026-01-26' },
    summary: 'Set the working time of the ISP, or of a location',
    description:
      'All days are replaced; a day that is left out has no working time. The hours of a location replace those of the ISP for services there, whose holidays also hold there.',
  })
    .input(calendarSetting)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => setCalendar(tx, ctx, input))),

  calendar_list: endpoint({
    access: 'ticket.read',
    rest: ['/ticket/calendar_list'],
    extension: true,
    summary: 'Working time of the ISP and of its locations',
  })
    .input(ticketCalendars.input)
    .output(ticketCalendars.output)
    .query(({ ctx, input }) => runList(ctx.db, ticketCalendars, { ...ctx, input })),

  calendar_delete: endpoint({
    access: 'ticket.manage',
    rest: ['/ticket/calendar_delete'],
    extension: true,
    summary: 'Remove a calendar',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteCalendar(tx, ctx, input.id))),
};
