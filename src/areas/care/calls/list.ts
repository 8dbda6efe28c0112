import {
  column,
  defineList,
  exact,
  filter,
  fromUpto,
  PAGED,
  stampColumns,
  telephone,
} from '../../../core/list/index.ts';
import { meantBy } from '../../../core/telephone/called-at.ts';
import { callScope } from '../../../core/tenancy/care-scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';
import { careColumns, careFilters, subjectJoins } from '../columns.ts';
import { DIRECTIONS, OUTCOMES } from './vocabulary.ts';

/** In any spelling. A text that names no number, such as `anonymous`, leads to itself. */
const number = filter(
  wire.described('in any format', wire.text()),
  (given, { scope }) => sql`coalesce(l.e164, l.number) = ANY(${[...meantBy(given, scope), given]}::text[])`,
);

export const calls = defineList({
  from: `crm.call l ${subjectJoins('l')}
   LEFT JOIN auth.login_user a ON a.isp_id = l.isp_id AND a.id = l.agent_id`,
  key: 'l.id',
  scope: callScope('l'),
  columns: {
    ...careColumns('l'),
    direction: column(wire.oneOf(DIRECTIONS), 'l.direction'),
    number: telephone(wire.shown(), 'l.number'),
    e164: telephone(wire.shown().nullable(), 'l.e164'),
    agentid: column(wire.id().nullable(), 'l.agent_id'),
    agent: column(wire.shown().nullable(), 'a.username'),
    started_at: column(wire.timestamp(), 'l.started_at'),
    seconds: column(wire.count(), 'l.seconds'),
    outcome: column(wire.oneOf(OUTCOMES), 'l.outcome'),
    note: column(wire.shown().nullable(), 'l.note'),
    ...stampColumns('l'),
  },
  filters: {
    ...careFilters('l'),
    number,
    agentid: exact(wire.id(), 'l.agent_id'),
    direction: exact(wire.oneOf(DIRECTIONS), 'l.direction'),
    outcome: exact(wire.oneOf(OUTCOMES), 'l.outcome'),
    ...fromUpto('started', 'l.started_at'),
  },
  paging: PAGED,
  sort: { started_at: 'l.started_at', id: 'l.id' },
  defaultSort: 'started_at',
});
