import { column, defineList, exact, PAGED, stampColumns } from '../../../../core/list/index.ts';
import { ispsOnly } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import { sql } from '../../../../db/sql.ts';

/** Rules of deterministic NAT, those that are no longer in force too. */
export const natRules = defineList({
  from: 'radius.nat_rule r JOIN radius.nas n ON n.id = r.nas_id',
  key: 'r.id',
  scope: { isp: 'r.isp_id', own: ispsOnly },
  columns: {
    id: column(wire.id(), 'r.id'),
    ispid: column(wire.id(), 'r.isp_id'),
    nasid: column(wire.id(), 'r.nas_id'),
    nasname: column(wire.shown(), 'n.name'),
    inside_from: column(wire.ipv4(), sql`host(r.inside_from)`),
    inside_upto: column(wire.ipv4(), sql`host(r.inside_upto)`),
    public_from: column(wire.ipv4(), sql`host(r.public_from)`),
    public_upto: column(wire.ipv4(), sql`host(r.public_upto)`),
    ports: column(wire.amount(), 'r.ports'),
    first_port: column(wire.amount(), 'r.first_port'),
    last_port: column(wire.amount(), 'r.last_port'),
    valid_from: column(wire.timestamp(), 'r.valid_from'),
    valid_upto: column(wire.timestamp().nullable(), 'r.valid_upto'),
    notes: column(wire.shown().nullable(), 'r.notes'),
    ...stampColumns('r'),
  },
  filters: {
    ispid: exact(wire.id(), 'r.isp_id'),
    id: exact(wire.id(), 'r.id'),
    nasid: exact(wire.id(), 'r.nas_id'),
  },
  paging: PAGED,
});
