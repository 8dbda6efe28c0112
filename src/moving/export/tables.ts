import { type Sql, sql } from '../../db/sql.ts';
import { address, day, hex, list, onOff, same, text, yes } from './texts.ts';

/** A file of an export: each column by its text, NULL for an empty one. */
export interface ExportedFile {
  readonly file: string;
  readonly columns: Readonly<Record<string, Sql>>;
  /** Columns with sealed secrets, and what they were sealed for. They are opened if the operator asks for it. */
  readonly secrets?: Readonly<Record<string, string>>;
  from(ispId: number): Sql;
}

const LEVELS = [
  'bw1_gb',
  'bw1_dl',
  'bw1_ul',
  'bw1_burst',
  'bw2_gb',
  'bw2_dl',
  'bw2_ul',
  'bw2_burst',
  'bw3_gb',
  'bw3_dl',
  'bw3_ul',
  'bw3_burst',
];
const CONTACT = [
  'type',
  'name',
  'surname',
  'mobile',
  'email',
  'uniqueid',
  'zipcode',
  'state',
  'city',
  'street',
  'notes',
  'tax_id',
  'sez',
  'language',
];
const RESELLER = sql`(SELECT r.code FROM crm.reseller r WHERE r.id = x.reseller_id)`;

/** What an import reads again. Records that were deleted are left out. */
export const RECORDS: readonly ExportedFile[] = [
  {
    file: 'locations.csv',
    columns: {
      ...{
        location_code: text('x.code'),
        location: text('x.name'),
        sub_location_code: text('s.code'),
        sub_location: text('s.name'),
      },
    },
    from: (isp) =>
      sql`crm.location x LEFT JOIN crm.sub_location s ON s.location_id = x.id WHERE x.isp_id = ${isp} ORDER BY x.id, s.id`,
  },
  {
    file: 'pools.csv',
    columns: { pool_name: text('x.name'), range_from: address('x.range_from'), range_upto: address('x.range_upto') },
    from: (isp) => sql`radius.ip_pool x WHERE x.isp_id = ${isp} ORDER BY x.id`,
  },
  {
    file: 'nases.csv',
    columns: {
      ...same(
        'name',
        'vendor',
        'coa_port',
        'description',
        'line_rate_mbps',
        'interim_interval',
        'identifier',
        'coa_by',
        'coa_naming',
        'ipv6_mode',
        'http_port',
        'api_username',
        'api_port',
        'location_code',
        'latitude',
        'longitude',
      ),
      rate_template: sql`x.vendor_settings ->> 'rate_template'`,
      redirect_template: sql`x.vendor_settings ->> 'redirect_template'`,
      ...{ snmp_graph: onOff('x.snmp_graph'), api_enable: onOff('x.api_enable') },
      ...{ ip: address('x.ip'), ipv6: address('x.ipv6'), swap_direction: yes('x.swap_direction'), ipoe: yes('x.ipoe') },
      ...{ volume_limit: yes('x.volume_limit'), hotspot_hosts: list('x.hotspot_hosts') },
      ...same('require_message_authenticator', 'tls_identity'),
      ...{ secret: hex('x.secret_enc'), api_password: hex('x.api_password_enc'), uam_secret: hex('x.uam_secret_enc') },
    },
    secrets: { secret: 'nas.secret', api_password: 'nas.api_password', uam_secret: 'nas.uam_secret' },
    from: (isp) =>
      sql`radius.nas x WHERE x.isp_id = ${isp} AND x.proxy_id IS NULL AND x.deleted_at IS NULL ORDER BY x.id`,
  },
  {
    file: 'plans.csv',
    columns: {
      ...{
        key: text('x.id'),
        name: text('x.name'),
        protocol: list('x.protocol'),
        connectivity: list('x.connectivity'),
      },
      ...same('plan_period', 'plan_period_unit'),
      // A service can only be imported on a plan that is enabled.
      enabled: sql`CASE WHEN x.enabled OR EXISTS (SELECT FROM crm.service s WHERE s.plan_id = x.id AND s.deleted_at IS NULL)
        THEN 'Y' ELSE 'N' END`,
      ...{ data_carryover: yes('x.data_carryover'), hide_bw_limit: yes('x.hide_bw_limit') },
      // A pool on a NAS is not exported.
      bw_mgmt: sql`nullif(x.bw_mgmt, 'NAS IP Pool')`,
      ...same(...LEVELS, 'ip6_pool', 'pd_pool', 'session_limit', 'time_limit_min'),
    },
    from: (isp) => sql`crm.plan x WHERE x.isp_id = ${isp} AND x.deleted_at IS NULL ORDER BY x.id`,
  },
  {
    file: 'subplans.csv',
    columns: {
      ...{
        key: text('x.id'),
        plan: text('x.plan_id'),
        name: text('x.name'),
        units: sql`trim_scale(x.units)::text`,
        portal: yes('x.portal'),
      },
      ...same('charge1', 'amt1', 'charge2', 'amt2', 'charge3', 'amt3'),
    },
    from: (isp) =>
      sql`crm.sub_plan x JOIN crm.plan p ON p.id = x.plan_id AND p.deleted_at IS NULL
          WHERE x.isp_id = ${isp} AND x.deleted_at IS NULL ORDER BY x.id`,
  },
  {
    file: 'customers.csv',
    columns: {
      key: text('x.id'),
      reseller: RESELLER,
      ...same(...CONTACT),
      other_mobiles: list('x.other_mobiles'),
      dob: day('x.dob'),
    },
    from: (isp) => sql`crm.customer x WHERE x.isp_id = ${isp} AND x.deleted_at IS NULL ORDER BY x.id`,
  },
  {
    file: 'services.csv',
    columns: {
      ...{ key: text('x.id'), reseller: RESELLER, customer: text('x.customer_id'), plan: text('x.plan_id') },
      ...{ subplan: text('x.sub_plan_id'), status: text('x.status'), balance: text('x.os_amt') },
      ...{
        valid_from: sql`to_char(coalesce(x.valid_from, x.bill_from), 'YYYY-MM-DD')`,
        valid_upto: day('x.valid_upto'),
      },
      ...same('username', 'location_code', 'sub_location_code', 'protocol', 'connectivity', 'prepaid_postpaid'),
      ...same('installation_address', 'ia_zipcode', 'ia_state', 'ia_city', 'ia_street'),
      ...same('billing_address', 'ba_zipcode', 'ba_state', 'ba_city', 'ba_street'),
      ...same('billing_start_day', 'discount_percent', 'discount_amt', 'tax_id', 'ip_assignment', 'mac', 'mac_bind'),
      ...same('deposit', 'installation_amt', 'credit_limit', 'latitude', 'longitude'),
      ippool: sql`(SELECT p.name FROM radius.ip_pool p WHERE p.id = x.ip_pool_id)`,
      ...{ staticip: address('x.staticip'), ip6_prefix: text('x.ip6_prefix'), pd_prefix: text('x.pd_prefix') },
      ...same('session_limit'),
      password: hex('x.password_enc'),
    },
    secrets: { password: 'service.password' },
    from: (isp) => sql`crm.service x WHERE x.isp_id = ${isp} AND x.deleted_at IS NULL ORDER BY x.id`,
  },
];
