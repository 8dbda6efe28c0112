import {
  column,
  defineList,
  exact,
  exactKey,
  filter,
  type Needs,
  ownerColumns,
  ownerFilters,
  PAGED,
} from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';
import {
  dlMb,
  ipColumn,
  ipv6Columns,
  ipv6Filter,
  macColumn,
  nasColumn,
  nasTextColumn,
  openOfUser,
  sessionScope,
  ulMb,
} from './columns.ts';
import { downKbps, upKbps } from './granted-rate.ts';
import { refusalColumns } from './refusal.ts';

/** Every NAS that has or had the address, since sessions are found by the id of their NAS. */
const ofNasAt = filter(
  wire.ip(),
  (ip) => sql`x.nas_id = ANY(ARRAY(SELECT o.id FROM radius.nas o WHERE o.ip = ${ip}::inet))`,
);

/** Open sessions with whose they are. The volumes are those of the last accounting record. */
export const liveSessions = defineList({
  from: `radius.session x
    LEFT JOIN crm.service s ON s.id = x.service_id AND s.isp_id = x.isp_id
    LEFT JOIN crm.customer c ON c.id = s.customer_id AND c.isp_id = s.isp_id
    LEFT JOIN radius.nas n ON n.id = x.nas_id AND n.isp_id = x.isp_id`,
  key: 'x.id',
  scope: sessionScope,
  only: sql`x.ended_at IS NULL`,
  columns: {
    id: column(wire.amount(), 'x.id'),
    sessionid: nasTextColumn('x.acct_session_id'),
    ...ownerColumns('x'),
    serviceid: column(wire.id().nullable(), 'x.service_id'),
    username: nasTextColumn('x.username'),
    customerid: column(wire.id().nullable(), 's.customer_id'),
    customername: column(wire.shown().nullable(), sql`nullif(concat_ws(' ', c.name, c.surname), '')`),
    nasid: column(wire.id(), 'x.nas_id'),
    nasname: column(wire.shown().nullable(), 'n.name'),
    nasip: nasColumn,
    ip: ipColumn,
    ...ipv6Columns,
    mac: macColumn,
    starttime: column(wire.timestamp(), 'x.started_at'),
    updatetime: column(wire.timestamp(), 'x.updated_at'),
    duration: column(wire.amount(), 'x.session_time'),
    dl_mb: dlMb,
    ul_mb: ulMb,
    dl: column(wire.amount().nullable(), downKbps),
    ul: column(wire.amount().nullable(), upKbps),
    ...refusalColumns,
  },
  filters: {
    ...ownerFilters('x'),
    serviceid: exactKey(wire.id(), 'x.service_id'),
    username: openOfUser,
    nasid: exact(wire.id(), 'x.nas_id'),
    nasip: ofNasAt,
    ip: exactKey(wire.ipv4(), 'x.ip'),
    mac: exactKey(wire.mac(), 'x.mac'),
    ip6: ipv6Filter,
    location_code: exact(wire.text(), 's.location_code'),
    sub_location_code: exact(wire.text(), 's.sub_location_code'),
  },
  paging: PAGED,
  sort: { started: 'x.started_at', id: 'x.id' },
  defaultSort: 'started',
});

export const LIVE_NEEDS: Needs = { customername: 'customer.read' };
