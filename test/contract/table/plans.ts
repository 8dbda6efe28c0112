import {
  beyond,
  byDefault,
  done,
  ispidOfNew,
  newId,
  noted,
  optional,
  owners,
  paged,
  required,
  requiredWhen,
  reselleridOfNew,
  rows,
  sorted,
  when,
} from '../build.ts';
import { endpoint, type Parameters, section } from '../endpoint.ts';
import {
  alsoTaking,
  code,
  compared,
  csv,
  date,
  flagYN,
  gigabytes,
  id,
  integer,
  type Kind,
  kbps,
  money,
  numeric,
  oneOf,
  orEmpty,
  ownerId,
  partial,
  prose,
  text,
  withExample,
} from '../kinds.ts';

const FIBER = { Fiber: 'Fibre' };
const protocol = oneOf('PPPoE', 'IPoE', 'LeasedLine');
const connectivity: Kind = { ...oneOf('Wireless', 'Fibre', 'Hotspot'), same: FIBER };
/** 4.7 offers two to a new plan; 2.5 has the third. */
const connectivityOfNew: Kind = { ...oneOf('Wireless', 'Fibre'), same: FIBER, elsewhere: ['Hotspot'] };
const periodUnit = oneOf('Day', 'Month');
const bandwidthManagement = oneOf('Radius', 'NAS IP Pool');
/** The contract gives no bounds. */
const period = alsoTaking(['1', '30'], integer());
const units = alsoTaking(['1', '3'], numeric);

/** 2.5 Plan. */
const planRecord = {
  id,
  name: text,
  ispid: id,
  resellerid: ownerId,
  protocol: csv(protocol),
  connectivity: csv(connectivity),
  plan_period: integer(),
  plan_period_unit: periodUnit,
  lc: orEmpty(text),
  slc: orEmpty(text),
  enabled: flagYN,
  data_carryover: flagYN,
  hide_bw_limit: flagYN,
  bw_mgmt: bandwidthManagement,
  ...{ bw1_gb: numeric, bw2_gb: numeric, bw3_gb: numeric },
  ...{
    bw1_dl: integer(),
    bw1_ul: integer(),
    bw2_dl: integer(),
    bw2_ul: integer(),
    bw3_dl: integer(),
    bw3_ul: integer(),
  },
  ...{ bw1_pool: id, bw2_pool: id, bw3_pool: id },
};

/** 2.5 Sub plan. */
const subPlanRecord = {
  id,
  planid: id,
  name: text,
  units: numeric,
  portal: flagYN,
  charge1: text,
  charge2: text,
  charge3: text,
  amt1: money,
  amt2: money,
  amt3: money,
  price: money,
};

const radius = when('bw_mgmt is Radius', { bw_mgmt: 'Radius' });
const levelOfRadius = (n: 2 | 3) =>
  when(`bw_mgmt is Radius and level ${n} is used`, {
    bw_mgmt: 'Radius',
    bw2_gb: '50',
    ...(n === 3 ? { bw3_gb: '10', bw2_dl: '512', bw2_ul: '512' } : {}),
    bw1_dl: '1024',
    bw1_ul: '1024',
  });

/** What follows the rate in Mikrotik-Rate-Limit. */
const burst = withExample('20M/40M 8M/16M 8/8', text);
const bursts = { bw1_burst: burst, bw2_burst: burst, bw3_burst: burst };

const createdBetween = optional({ created_from: date, created_upto: date });

/** `limit1_gb` is the volume that the rest of the contract calls `bw1_gb`: both are taken. */
function planSort(): Parameters {
  const fields = oneOf('id', 'name', 'protocol', 'connectivity', 'lc', 'slc', 'limit1_gb', 'bw1_dl', 'bw1_ul');
  return { ...sorted([], 'id'), ...byDefault('id', { sort_field: alsoTaking(['bw1_gb'], fields) }) };
}

/** 4.7 Plans and sub plans. */
export const plans = section('4.7', [
  endpoint('/plan/list', {
    parameters: {
      ...owners,
      ...optional({ id, name: partial, protocol, connectivity, plan_period: period, plan_period_unit: periodUnit }),
      ...optional({ lc: code, slc: code, enabled: flagYN, data_carryover: flagYN, hide_bw_limit: flagYN }),
      ...optional({ bw_mgmt: bandwidthManagement, bw1_gb: compared(numeric) }),
      ...optional({ bw1_pool: id, bw2_pool: id, bw3_pool: id }),
      ...createdBetween,
      ...paged,
      ...planSort(),
    },
    result: rows(planRecord),
  }),
  endpoint('/plan/create', {
    parameters: {
      ...ispidOfNew,
      ...reselleridOfNew,
      ...required({ name: prose, plan_period: period, plan_period_unit: periodUnit }),
      ...required({ protocol: csv(protocol), connectivity: csv(connectivityOfNew), bw1_gb: gigabytes }),
      ...optional({ lc: code, slc: code }),
      ...byDefault('Y', { enabled: flagYN }),
      ...byDefault('N', { data_carryover: flagYN, hide_bw_limit: flagYN }),
      ...optional({ bw_mgmt: bandwidthManagement, bw2_gb: gigabytes, bw3_gb: gigabytes }),
      ...requiredWhen(radius, { bw1_dl: kbps, bw1_ul: kbps }),
      ...noted(
        'Mandatory with bw_mgmt Radius as those of level 1 are; the product asks for them where the level is used.',
        {
          ...requiredWhen(levelOfRadius(2), { bw2_dl: kbps, bw2_ul: kbps }),
          ...requiredWhen(levelOfRadius(3), { bw3_dl: kbps, bw3_ul: kbps }),
        },
      ),
      ...requiredWhen(when('bw_mgmt is NAS IP Pool', { bw_mgmt: 'NAS IP Pool' }), { bw1_pool: id }),
      ...optional({ bw2_pool: id, bw3_pool: id }),
      ...beyond(bursts),
      ...beyond({ ip6_pool: text, pd_pool: text }),
      ...beyond({ session_limit: integer(1, 64) }, '1'),
      ...beyond({ time_limit_min: integer(1, 527_040) }),
    },
    result: newId,
  }),
  endpoint('/plan/update', {
    clears: true,
    parameters: {
      ...required({ id }),
      ...owners,
      ...optional({ name: prose, plan_period: period, plan_period_unit: periodUnit }),
      ...optional({ protocol: csv(protocol), connectivity: csv(connectivityOfNew), lc: code, slc: code }),
      ...optional({ enabled: flagYN, data_carryover: flagYN, hide_bw_limit: flagYN, bw_mgmt: bandwidthManagement }),
      ...optional({ bw1_gb: gigabytes, bw2_gb: gigabytes, bw3_gb: gigabytes }),
      ...optional({ bw1_dl: kbps, bw1_ul: kbps, bw2_dl: kbps, bw2_ul: kbps, bw3_dl: kbps, bw3_ul: kbps }),
      ...optional({ bw1_pool: id, bw2_pool: id, bw3_pool: id }),
      ...beyond(bursts),
      ...beyond({ ip6_pool: text, pd_pool: text, session_limit: integer(1, 64), time_limit_min: integer(1, 527_040) }),
    },
    result: done,
  }),
  endpoint('/plan/delete', { parameters: required({ id }), result: done }),
  endpoint('/plan/subplan_list', {
    aliases: ['/plan/subplan'],
    parameters: {
      ...owners,
      ...optional({ planid: id, id, name: partial, portal: flagYN, price: compared(money) }),
      ...createdBetween,
      ...paged,
      ...sorted(['id', 'name', 'planid', 'units', 'price'], 'id'),
    },
    result: rows(subPlanRecord),
  }),
  endpoint('/plan/subplan_create', {
    parameters: {
      ...required({ planid: id, name: prose, units, charge1: prose, amt1: money }),
      ...byDefault('N', { portal: flagYN }),
      ...optional({ charge2: prose, amt2: money, charge3: prose, amt3: money }),
    },
    result: newId,
  }),
  endpoint('/plan/subplan_update', {
    clears: true,
    parameters: {
      ...required({ id }),
      ...optional({ name: prose, units, portal: flagYN, charge1: prose, amt1: money }),
      ...optional({ charge2: prose, amt2: money, charge3: prose, amt3: money }),
    },
    result: done,
  }),
  endpoint('/plan/subplan_delete', {
    parameters: optional({ id, planid: id }),
    needsOneOf: ['id', 'planid'],
    smallest: { id: '1' },
    result: done,
  }),
]);
