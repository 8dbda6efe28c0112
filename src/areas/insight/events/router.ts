import { download } from '../../../core/content/download.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { events } from './list.ts';
import { listEvents } from './list-events.ts';
import { EVENT_STREAM, streamEvents, streamed } from './stream.ts';

/** The event feed. Beyond the contract. */
export const eventRouter = router({
  list: endpoint({
    access: 'event.read',
    rest: ['/event/list'],
    extension: true,
    summary: 'What has changed',
    description:
      'In order, without gaps: call again with `after` set to the `id` of the last event you have. Kept for 30 days, for ISPs whose setting `event_feed` is `Y`; sessions are among them if `session_events` is `Y`. `data` is the record as the change left it.',
  })
    .input(events.input)
    .output(events.output)
    .query(({ ctx, input }) => listEvents(ctx.db, { ...ctx, input })),

  stream: endpoint({
    access: 'event.read',
    rest: ['/event/stream'],
    extension: true,
    summary: 'What changes, as it happens: server-sent events',
    description:
      'Begins after the event `after`, or with what comes from now on. The stream ends after a quarter of an hour, or with the node: open it again with `after` set to the `id` of the last event you have.',
  })
    .input(streamed)
    .output(download(EVENT_STREAM))
    .query(({ ctx, input }) => streamEvents(ctx, input)),
});
