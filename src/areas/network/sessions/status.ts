import { z } from 'zod';
import { column, defineList, ownerFilters } from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';
import {
  dlMb,
  ipColumn,
  ipv6Columns,
  macColumn,
  namedOtherwise,
  nasColumn,
  nasTextColumn,
  nasTextFilter,
  openOfUser,
  sessionScope,
  ulMb,
} from './columns.ts';

const statusColumns = {
  sessionid: nasTextColumn('x.acct_session_id'),
  ip: ipColumn,
  ...ipv6Columns,
  mac: macColumn,
  nas: nasColumn,
  nasport: column(wire.shown().nullable(), sql`radius.shown(x.nas_port)`),
  nasporttype: column(wire.shown().nullable(), 'x.nas_port_type'),
  session_start: column(wire.timestamp(), 'x.started_at'),
  session_stop: column(wire.timestamp().nullable(), 'x.ended_at'),
  session_duration: column(wire.amount(), 'x.session_time'),
  last_update: column(wire.timestamp(), 'x.updated_at'),
  ul_mb: ulMb,
  dl_mb: dlMb,
};

/** Contract 2.2, the online-session status record. */
export const sessionStatus = defineList({
  from: 'radius.session x',
  key: 'x.id',
  scope: sessionScope,
  only: sql`x.ended_at IS NULL`,
  columns: statusColumns,
  filters: { username: openOfUser, ...ownerFilters('x') },
  paging: [],
  order: { by: 'x.started_at', direction: 'desc' },
});

/** The session that ended last (contract 2.2). */
export const lastSession = defineList({
  ...sessionStatus,
  from: 'radius.session_all x',
  key: ['x.started_at', 'x.id'],
  only: sql`x.ended_at IS NOT NULL`,
  filters: { username: nasTextFilter('x.username'), ...ownerFilters('x') },
});

/** The same of a service that logs in by identities, or with a realm, whatever its NAS calls it. */
export const lastSessionNamedOtherwise = defineList({
  ...lastSession,
  filters: { username: namedOtherwise, ...ownerFilters('x') },
});

export const statusInput = z.strictObject({ ...sessionStatus.input.shape, username: wire.text() });
