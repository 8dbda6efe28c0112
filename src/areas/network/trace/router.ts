import { download } from '../../../core/content/download.ts';
import { CSV, exportList, runList } from '../../../core/list/index.ts';
import { dayOf } from '../../../core/zone.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { asForm, formInput, HEADINGS } from './dot-form.ts';
import { traceInput, traces } from './list.ts';
import { openTrace } from './open-trace.ts';

const example = { ip: '10.0.0.7', at: '2026-01-31 18:30:00', reason: 'Letter 12/2026 of the Cyber Crime Cell' };

/** Who had an address, beyond the contract. Mutations, although they change nothing, so that the audit records who asked, and why. */
export const traceRouter = router({
  find: endpoint({
    access: 'session.trace',
    rest: ['/radius/trace'],
    example,
    extension: true,
    summary: 'Who had an IP address, under NAT with its port',
    description:
      'The open, ended or archived sessions that had the address at an instant or in a range, in the order of their start: person, service and plan, device, line and NAS, and how certain the match is. The audit records who asked, and the reason.',
  })
    .input(traceInput)
    .output(traces.output)
    .mutation(async ({ ctx, input }) => {
      const { trace, scope } = await openTrace(ctx, input);
      return runList(ctx.db, trace, { scope, zone: ctx.zone, input });
    }),

  export: endpoint({
    access: 'session.trace',
    rest: ['/radius/trace/export'],
    example,
    extension: true,
    summary: 'Who had an IP address, as a CSV file',
    description:
      'The result of `radius/trace` with the columns of the circular 820-01/98-LR/Vol.(IX) Pt. I of the Indian Department of Telecommunications, in Indian Standard Time, and how certain each row is.',
  })
    .input(formInput)
    .output(download(CSV))
    .mutation(async ({ ctx, input }) => {
      const { trace, scope } = await openTrace(ctx, input);
      const { db, zone, actor, kernel, turns } = ctx;
      const filename = `trace-${dayOf(kernel.clock.now(), zone)}.csv`;
      const request = {
        scope,
        zone,
        input: {},
        userId: actor.userId,
        filename,
        headings: HEADINGS,
        inTurn: turns.page,
      };
      // A standby may be too old for a session that has just begun.
      return exportList({ history: (read) => read(db.pool) }, asForm(trace), request);
    }),
});
