import { done, optional, paged, required, rows } from '../build.ts';
import { endpoint } from '../endpoint.ts';
import { date, flagYN, id, integer, jsonInteger, oneOf, orNull, ownerId, text, timestamp } from '../kinds.ts';

const extension = true;
const kind = oneOf('silent', 'pool', 'rejects', 'drift', 'coa', 'clock', 'reboot', 'api');

/** What somebody should look at on the network. */
export const alerts = [
  endpoint('/radius/alert/list', {
    extension,
    parameters: {
      ...optional({ ispid: id, resellerid: ownerId, id, kind, nasid: id, open: flagYN, acked: flagYN, muted: flagYN }),
      ...paged,
    },
    result: rows({
      ...{
        id,
        ispid: id,
        resellerid: ownerId,
        kind,
        nasid: orNull(id),
        nasname: orNull(text),
        pool_name: orNull(text),
      },
      ...{ since_at: orNull(timestamp), sessions: orNull(jsonInteger), measured: orNull(integer()) },
      ...{
        compared_to: orNull(integer()),
        full_on: orNull(date),
        opened_at: timestamp,
        reopened_at: orNull(timestamp),
      },
      ...{ closed_at: orNull(timestamp), acked_at: orNull(timestamp), acked_by: orNull(text) },
      ...{ muted_upto: orNull(timestamp), muted_by: orNull(text) },
    }),
  }),
  endpoint('/radius/alert/ack', { extension, parameters: required({ id }), result: done }),
  endpoint('/radius/alert/mute', {
    extension,
    parameters: { ...required({ id }), ...optional({ upto: timestamp }) },
    result: done,
  }),
];
