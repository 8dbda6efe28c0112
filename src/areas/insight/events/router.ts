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
      'Events come in order, without gaps: call again with `after` set to the `id` of the last event you have. The node keeps them for 30 days, for ISPs with the setting `event_feed=Y`, and includes sessions if `session_events` is `Y`. `data` is the record after the change.',
  })
    .input(events.input)
    .output(events.output)
    .query(({ ctx, input }) => listEvents(ctx.db, { ...ctx, input })),

  stream: endpoint({
    access: 'event.read',
    rest: ['/event/stream'],
    extension: true,
    summary: 'Changes as they happen, as server-sent events',
    description:
      'Begins after the event `after`, or with the next event. The stream ends after a quarter of an hour, or when the node stops: open it again with `after` set to the `id` of the last event you have.',
  })
    .input(streamed)
    .output(download(EVENT_STREAM))
    .query(({ ctx, input }) => streamEvents(ctx, input)),
});
