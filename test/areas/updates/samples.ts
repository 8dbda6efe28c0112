import type { Parameters, SUBJECTS, World } from './subjects.ts';

/**
 * A change of one parameter: its value, or the parameters that must come with it. `null`: the parameter only confirms the record
 * and changes nothing.
 */
type Change = string | number | Parameters | null;

interface Samples {
  readonly subject: keyof typeof SUBJECTS;
  /** As the server administrator. */
  readonly admin?: true;
  /** One change for every optional parameter, to a value that the record does not have. */
  readonly changes: (world: World, names: Parameters) => Record<string, Change>;
  /** Columns that a rule derives from a parameter of another name. */
  readonly follows?: Readonly<Record<string, readonly string[]>>;
  /** Columns whose values are another record's each time. */
  readonly unique?: readonly string[];
}

/** The changes for every procedure whose name ends in `update`. */
export const SAMPLES: Record<string, Samples> = {
  'reseller.update': {
    subject: 'reseller',
    changes: ({ next }) => ({
      ispid: null,
      name: 'Changed',
      code: `C${next()}`,
      address: 'Changed',
      mobile: '9811111111',
      email: 'changed@example.net',
      state: 'Changed',
      invoice_by: 'Reseller',
      payment_by: 'ISP+Reseller',
      type: 'Reseller',
      commission_percent: 7,
      credit_limit: 200,
    }),
    follows: { type: ['commission_percent', 'credit_limit'] },
    unique: ['code'],
  },
  'reseller.wallet_update': {
    subject: 'reseller',
    changes: () => ({
      ispid: null,
      action: { action: 'TopUp', amt: 10 },
      amt: { action: 'Adj', amt: 5 },
      preview: null,
      idempotency_key: null,
    }),
  },
  'location.update': {
    subject: 'location',
    changes: ({ next }) => ({ ispid: null, new_location_code: `N${next()}`, location: 'Changed' }),
    follows: { new_location_code: ['of_lead'] },
    unique: ['code', 'of_lead'],
  },
  'location.sublocation_update': {
    subject: 'sublocation',
    changes: ({ next }) => ({ ispid: null, new_sub_location_code: `N${next()}`, sub_location: 'Changed' }),
    follows: { new_sub_location_code: ['of_lead'] },
    unique: ['code', 'of_lead'],
  },
  'user.update': {
    subject: 'user',
    changes: ({ next, otherid }) => ({
      username: `changed${next()}`,
      password: 'another horse',
      groupname: 'Reseller',
      roles: 'Support',
      ispid: null,
      resellerid: otherid,
      lc: 'BLR',
      slc: 'BLR-N',
      cash_limit: 50,
      status: 'Suspend',
    }),
    unique: ['username'],
  },
  'plan.update': {
    subject: 'plan',
    changes: ({ otherid, naspools: [, pool2, pool3] }) => ({
      ispid: null,
      resellerid: otherid,
      name: 'Changed',
      plan_period: 2,
      plan_period_unit: 'Day',
      protocol: 'IPoE',
      connectivity: 'Wireless',
      lc: 'BLR',
      slc: { lc: 'BLR', slc: 'BLR-N' },
      enabled: 'N',
      data_carryover: 'Y',
      hide_bw_limit: 'Y',
      bw_mgmt: 'NAS IP Pool',
      bw1_gb: 50,
      bw1_dl: 16,
      bw1_ul: 16,
      bw1_pool: pool2,
      bw1_burst: '40M/80M',
      bw2_gb: 2,
      bw2_dl: 9,
      bw2_ul: 9,
      bw2_pool: pool3,
      bw2_burst: '40M/80M',
      bw3_gb: 3,
      bw3_dl: 5,
      bw3_ul: 6,
      bw3_pool: pool3,
      bw3_burst: '40M/80M',
    }),
    follows: { slc: ['lc'] },
  },
  'plan.subplan_update': {
    subject: 'subplan',
    changes: () => ({
      name: 'Changed',
      units: 2,
      portal: 'Y',
      charge1: 'A',
      amt1: 10,
      charge2: 'B',
      amt2: 20,
      charge3: 'C',
      amt3: 30,
    }),
    follows: { amt1: ['price'], amt2: ['price'], amt3: ['price'] },
  },
  'topupplan.update': {
    subject: 'topupplan',
    changes: ({ otherid }) => ({
      ispid: null,
      resellerid: otherid,
      name: 'Changed',
      gb: 2,
      amt: 2,
      type: 'NonExpiring',
    }),
  },
  'customer.update': {
    subject: 'customer',
    changes: () => ({
      type: 'Organisation',
      name: 'Changed',
      surname: 'Changed',
      dob: '1990-01-31',
      mobile: '9811111111',
      email: 'changed@example.net',
      uniqueid: 'U1',
      reset_password: 'Y',
      zipcode: '560002',
      state: 'Changed',
      city: 'Changed',
      street: 'Changed',
      notes: 'Changed',
    }),
  },
  'service.update': {
    subject: 'service',
    changes: ({ ip }) => ({
      password: 'changed',
      billing_start_day: 5,
      discount_percent: 10,
      discount_amt: 5,
      tax_id: 'T1',
      location_code: { location_code: 'MAA', sub_location_code: 'MAA-1' },
      sub_location_code: 'BLR-S',
      protocol: 'IPoE',
      connectivity: 'Wireless',
      prepaid_postpaid: 'Prepaid',
      ip_assignment: 'IPpool',
      ippool: 'second',
      staticip: ip('10.50'),
      mac: 'aa:bb:cc:dd:ee:ff',
      mac_bind: 'No',
      latitude: 12.5,
      longitude: 77.5,
      installation_address: 'same',
      ia_zipcode: '2',
      ia_state: 'Changed',
      ia_city: 'Changed',
      ia_street: 'Changed',
      billing_address: 'ia',
      ba_zipcode: '2',
      ba_state: 'Changed',
      ba_city: 'Changed',
      ba_street: 'Changed',
    }),
    follows: {
      location_code: ['sub_location_code'],
      mac: ['mac_generation'],
      mac_bind: ['mac_generation'],
      staticip: ['reserved'],
      installation_address: ['ia_zipcode', 'ia_state', 'ia_city', 'ia_street'],
      billing_address: ['ba_zipcode', 'ba_state', 'ba_city', 'ba_street'],
    },
    unique: ['staticip', 'reserved'],
  },
  'nas.update': {
    subject: 'nas',
    changes: ({ ip, otherid }) => ({
      resellers: otherid,
      name: 'Changed',
      secret: 'another secret',
      ip: ip('127.7'),
      vendor: 'Cisco',
      coa_port: 1700,
      snmp_graph: 'on',
      http_port: 8080,
      api_enable: 'on',
      api_username: 'changed',
      api_password: 'changed',
      api_port: 8728,
      description: 'Changed',
      require_message_authenticator: 'yes',
      swap_direction: 'Y',
      rate_template: '{up_kbps}k/{down_kbps}k',
      line_rate_mbps: 1000,
    }),
    follows: { resellers: ['shared'] },
    unique: ['ip'],
  },
  'nas.ippool_update': { subject: 'naspool', changes: () => ({ name: 'changed', notes: 'Changed' }) },
  'ippool.update': {
    subject: 'ippool',
    changes: ({ next }, { pool_name }) => {
      const at = Number(String(pool_name).slice('pool'.length));
      const net = `10.${100 + (at >> 8)}.${at & 255}`;
      const bounds = { range_from: `${net}.5`, range_upto: `${net}.30` };
      return { ispid: null, resellerid: null, new_pool_name: `renamed${next()}`, ...bounds };
    },
    follows: { range_from: ['addresses'], range_upto: ['addresses'] },
    unique: ['name', 'range_from', 'range_upto'],
  },
  'lead.update': {
    subject: 'lead',
    changes: ({ otherid }) => ({
      ispid: null,
      resellerid: otherid,
      reason: { reason: 'Changed' },
      location_code: 'BLR',
      sub_location_code: { location_code: 'BLR', sub_location_code: 'BLR-N' },
      serviceid: null,
    }),
    follows: { sub_location_code: ['location_code'] },
    unique: ['welcomecall_at'],
  },
  'isp.update': {
    subject: 'isp',
    admin: true,
    changes: ({ next }) => ({
      name: 'Changed',
      code: `C${next()}`,
      address: 'Changed',
      mobile: '9811111111',
      email: 'changed@example.net',
      country: 'Nepal',
      state: 'Changed',
      enable_usage_limit: 1,
    }),
    unique: ['code'],
  },
  'isp.credits_update': {
    subject: 'isp',
    admin: true,
    changes: () => ({
      action: { action: 'Add', credits: 10 },
      credits: { action: 'Add', credits: 5 },
      preview: null,
      idempotency_key: null,
    }),
  },
  'isp.settings_update': {
    subject: 'settings',
    admin: true,
    changes: () => ({
      ispid: null,
      timezone: 'Asia/Kolkata',
      currency: 'INR',
      invoice_due_days: 8,
      np_grace_days: 8,
      np_dl: 256,
      np_ul: 256,
      blocked_mode: 'reject',
      suspend_clock: 'run',
      promise_days: 4,
      default_credit_limit: 10,
      taxes: 'VAT:5',
      tax_inclusive: 'Y',
      late_fee_amt: 5,
      late_fee_percent: 5,
    }),
  },
};
