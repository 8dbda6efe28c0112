import {
  beyond,
  byDefault,
  done,
  noted,
  notShown,
  optional,
  owners,
  paged,
  record,
  required,
  rows,
  rowsLimit,
  sourced,
} from '../build.ts';
import { endpoint, type Parameters, section } from '../endpoint.ts';
import {
  compared,
  dateOrTimestamp,
  flagYN,
  integer,
  ipv4,
  ipv6Range,
  type Kind,
  mac,
  nasIp,
  numeric,
  oneOf,
  orNull,
  text,
  timestamp,
} from '../kinds.ts';

const since = compared(timestamp);
const seconds = compared(integer(0));
/** The text NULL selects sessions with no end time. */
const endTimeOrNull: Kind = { is: 'comparison', of: timestamp, literals: ['NULL'] };

/** 2.2 Online-session status record. */
const sessionRecord = record({
  sessionid: text,
  ip: ipv4,
  mac: text,
  nas: nasIp,
  nasport: text,
  nasporttype: text,
  session_start: timestamp,
  session_stop: orNull(timestamp),
  session_duration: integer(0),
  last_update: timestamp,
  ul_mb: numeric,
  dl_mb: numeric,
});

/** 2.2 Session log record. */
const sessionLogRecord = {
  sessionid: text,
  username: text,
  nasip: nasIp,
  starttime: timestamp,
  endtime: orNull(timestamp),
  updatetime: timestamp,
  duration: integer(0),
  ul_mb: numeric,
  dl_mb: numeric,
  usermac: text,
  userip: ipv4,
};

const ofUser: Parameters = { ...required({ username: text }), ...owners };

/** 4.3 RADIUS sessions. */
export const sessions = section('4.3', [
  endpoint('/radius/user/online', {
    parameters: {
      ...owners,
      ...optional({ nasip: nasIp, session_starttime: since, session_endtime: since, session_updatetime: since }),
      ...optional({ session_duration: seconds, stale_duration: integer(0) }),
      ...beyond({ ip6: ipv6Range }),
      ...paged,
    },
    result: { is: 'map of texts' },
  }),
  endpoint('/radius/user/status', { parameters: ofUser, result: sessionRecord }),
  endpoint('/radius/user/last_online', { parameters: ofUser, result: sessionRecord }),
  endpoint('/radius/user/disconnect', {
    parameters: {
      ...optional({ username: text, nasip: nasIp }),
      ...noted('Considered only with a single username.', byDefault('N', { force: flagYN })),
    },
    needsOneOf: ['username', 'nasip'],
    smallest: { username: 'ravi' },
    result: done,
  }),
  endpoint('/radius/user/auth_log', {
    parameters: {
      ...optional({ username: text, nasip: nasIp, response: oneOf('Access-Accept', 'Access-Reject') }),
      ...owners,
      ...optional({ date_from: dateOrTimestamp, date_to: dateOrTimestamp }),
      ...rowsLimit,
    },
    result: notShown('recent authentication log records of a user'),
  }),
  endpoint('/radius/user/session_log', {
    aliases: ['/radius/user/sessoin_log'],
    parameters: {
      ...owners,
      ...optional({ nasip: nasIp, userip: ipv4, usermac: mac }),
      ...optional({ session_starttime: since, session_endtime: endTimeOrNull, session_updatetime: since }),
      ...optional({ session_duration: seconds, stale_duration: seconds }),
      ...beyond({ ip6: ipv6Range }),
      ...paged,
      ...sourced,
    },
    result: rows(sessionLogRecord),
  }),
]);
