import { column, defineList, exact, PAGED, stampColumns } from '../../../core/list/index.ts';
import { ispsOnly } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { REALM_ACTIONS, REALM_FORMS } from './realm-rules.ts';

/** What realms in usernames mean. */
export const realmRules = defineList({
  from: 'radius.realm_rule r LEFT JOIN radius.nas n ON n.id = r.nas_id',
  key: 'r.id',
  scope: { isp: 'r.isp_id', own: ispsOnly },
  columns: {
    id: column(wire.id(), 'r.id'),
    ispid: column(wire.id(), 'r.isp_id'),
    nasid: column(wire.id().nullable(), 'r.nas_id'),
    nasname: column(wire.shown().nullable(), 'n.name'),
    form: column(wire.oneOf(REALM_FORMS), 'r.form'),
    realm: column(wire.shown(), 'r.realm'),
    action: column(wire.oneOf(REALM_ACTIONS), 'r.action'),
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
