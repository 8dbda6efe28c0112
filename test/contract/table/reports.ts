import { binaryStream, byDefault, ispidOfNew, optional, record, required, rows } from '../build.ts';
import { endpoint } from '../endpoint.ts';
import { date, id, integer, jsonInteger, oneOf, ownerId, text, timestamp } from '../kinds.ts';

const extension = true;
const of = { ...ispidOfNew, ...optional({ resellerid: id }) };
const days = required({ from: date, to: date });
const group = oneOf('collections', 'outstanding', 'revenue', 'tax', 'subscribers', 'usage');
const top = byDefault('50', { top: integer(1, 1000) });

/** The parameters of each report, apart from whose it is. */
const REPORTS = {
  collections_by_day: days,
  collections_by_mode: days,
  collections_by_collector: days,
  cash_in_hand: {},
  outstanding_by_reseller: {},
  outstanding_by_location: {},
  outstanding_by_plan: {},
  revenue_by_plan: days,
  revenue_by_location: days,
  revenue_by_reseller: days,
  revenue_by_tax: days,
  outside_gstr1: days,
  commissions: days,
  subscribers_by_month: days,
  expiring: byDefault('7', { days: integer(0, 92) }),
  forecast: required({ until: date }),
  forecast_services: required({ until: date }),
  top_users: { ...days, ...top },
  usage_by_subscriber: days,
  usage_by_plan: days,
  usage_by_nas: days,
  usage_by_hour: days,
  tickets_by_category: days,
  tickets_by_location: days,
  tickets_by_nas: days,
  tickets_by_reseller: days,
  tickets_by_agent: days,
};

const files = {
  ...required({ report: oneOf(...Object.keys(REPORTS)) }),
  ...of,
  ...optional({ from: date, to: date, days: integer(0, 92), until: date, top: integer(1, 1000) }),
};

const headings = byDefault('names', { headings: oneOf('names', 'titles') });
const source = optional({ source: oneOf('live', 'prepared') });

/** Figures for owners and accountants. */
export const reports = [
  endpoint('/report/list', {
    extension,
    parameters: {},
    result: rows({ name: oneOf(...Object.keys(REPORTS)), title: text, description: text, group }),
  }),
  endpoint('/report/csv', { extension, parameters: { ...files, ...source, ...headings }, result: binaryStream }),
  endpoint('/report/pdf', { extension, parameters: { ...files, ...source }, result: binaryStream }),
  endpoint('/report/prepare', {
    extension,
    parameters: files,
    result: record({ id, state: oneOf('Waiting', 'Running', 'Ready', 'Failed') }),
  }),
  endpoint('/report/prepared', {
    extension,
    parameters: { ...ispidOfNew, ...optional({ report: oneOf(...Object.keys(REPORTS)) }) },
    result: rows({
      ...{ id, report: oneOf(...Object.keys(REPORTS)), resellerid: ownerId, asked_at: timestamp },
      state: oneOf('Waiting', 'Running', 'Ready', 'Failed'),
    }),
  }),
  endpoint('/report/prepared_csv', {
    extension,
    parameters: { ...required({ id }), ...headings },
    result: binaryStream,
  }),
  ...Object.entries(REPORTS).map(([name, parameters]) =>
    endpoint(`/report/${name}`, {
      extension,
      parameters: { ...of, ...parameters, ...source },
      result: record({ count: jsonInteger }),
      ...(name === 'forecast' ? { aliases: ['/billing/forecast'] } : {}),
    }),
  ),
];
