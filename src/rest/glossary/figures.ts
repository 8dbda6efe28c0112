import type { Part } from './part.ts';

/** Dashboards and graphs. */
export const FIGURES: Part = {
  anywhere: {},
  within: {
    'dashboard, series': {
      ispid: 'The id of the ISP that the figures are of',
      resellerid: 'The id of the reseller that the figures are of',
    },
    dashboard: {
      as_of: 'When services, sessions and dues were counted; null: not yet',
    },
    'dashboard.now': {
      subscribers: 'The services by status; null: the caller may not see services',
      online: 'The services with an open session; null: the caller may not see sessions',
      new_today: 'The services that were created today; null: the caller may not see services',
      logins: 'The answers to log-ins of the last hour; null: the caller may not see sessions, or not all of them',
      collected: 'The payments of today by mode, without cancelled ones; null: the caller may not see payments',
      outstanding: 'The services that owe something; null: the caller may not see payments',
      leads: 'The pending leads by stage; null: the caller may not see leads',
      nas: 'The NASes; null: the caller may not see NASes',
      full_pools: 'The RADIUS pools with less than a tenth of their addresses free; null: the caller may not see pools',
      total: 'The NASes that the caller sees',
      silent: 'The NASes that have sessions and have reported none for three intervals',
      yesterday: 'The figures of yesterday; null: the caller may see none of them',
      last_month: 'The figures of the same day of the month before; null: the caller may see none of them',
      online_hour_ago:
        'The services that were online an hour ago; null: the caller may not see sessions, or not all of them',
      online_fell:
        'Whether less than half of at least 20 services that were online an hour ago still are; null: as for `online_hour_ago`',
    },
    logins: { accepts: 'The log-ins that were accepted', rejects: 'The log-ins that were refused' },
    collected: { payments: 'The number of payments', amt: 'The sum of the payments' },
    outstanding: { services: 'The number of services that owe something', amt: 'What they owe together' },
    full_pools: {
      count: 'The addresses of the pool',
      free: 'The addresses of the pool that nobody has',
    },
    'yesterday, last_month': {
      online: 'The services that were online at this time of that day; null: the caller may not see it',
      new_services: 'The services that were created on that day; null: the caller may not see services',
      collected: 'The sum of the payments of that day, without cancelled ones; null: the caller may not see payments',
    },
    'dashboard.due': {
      today: 'The services whose validity ends today',
      in_3_days: 'The services whose validity ends today or within 3 days',
      in_7_days: 'The services whose validity ends today or within 7 days',
    },
    'today, in_3_days, in_7_days': {
      services: 'The number of services',
      amt: 'What their next periods cost, after discounts and before taxes',
    },
    series: {
      series: 'What is counted; several with commas between them',
      from: 'The first day or time',
      to: 'The last day or time, included; at most 2,880 steps after the first',
      step: 'The time that each point covers',
      points: 'The points in their order; a step without a value has none',
    },
    points: {
      at: 'The beginning of the step',
      value: 'The value: services (`online`, the highest within the step), answers to log-ins, or bytes (`up`, `down`)',
    },
  },
};
