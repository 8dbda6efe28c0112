import {
  ticketsByAgent,
  ticketsByCategory,
  ticketsByLocation,
  ticketsByNas,
  ticketsByReseller,
} from './care/tickets.ts';
import { cashInHand } from './money/cash-in-hand.ts';
import { collectionsByCollector, collectionsByDay, collectionsByMode } from './money/collections.ts';
import { commissions } from './money/commissions.ts';
import { outsideGstr1 } from './money/outside-gstr1.ts';
import { outstandingByLocation, outstandingByPlan, outstandingByReseller } from './money/outstanding.ts';
import { revenueByLocation, revenueByPlan, revenueByReseller, revenueByTax } from './money/revenue.ts';
import type { Report } from './report.ts';
import { expiring } from './services/expiring.ts';
import { forecastByDay, forecastOfServices } from './services/forecast.ts';
import { subscribersByMonth } from './services/subscribers.ts';
import { usageByHour, usageByNas } from './usage/by-network.ts';
import { topUsers, usageByPlan, usageBySubscriber } from './usage/by-service.ts';

/** Every report, in the order of the list of reports. */
export const REPORTS = {
  collections_by_day: collectionsByDay,
  collections_by_mode: collectionsByMode,
  collections_by_collector: collectionsByCollector,
  cash_in_hand: cashInHand,
  outstanding_by_reseller: outstandingByReseller,
  outstanding_by_location: outstandingByLocation,
  outstanding_by_plan: outstandingByPlan,
  revenue_by_plan: revenueByPlan,
  revenue_by_location: revenueByLocation,
  revenue_by_reseller: revenueByReseller,
  revenue_by_tax: revenueByTax,
  outside_gstr1: outsideGstr1,
  commissions,
  subscribers_by_month: subscribersByMonth,
  expiring,
  forecast: forecastByDay,
  forecast_services: forecastOfServices,
  top_users: topUsers,
  usage_by_subscriber: usageBySubscriber,
  usage_by_plan: usageByPlan,
  usage_by_nas: usageByNas,
  usage_by_hour: usageByHour,
  tickets_by_category: ticketsByCategory,
  tickets_by_location: ticketsByLocation,
  tickets_by_nas: ticketsByNas,
  tickets_by_reseller: ticketsByReseller,
  tickets_by_agent: ticketsByAgent,
} as const;

export type ReportName = keyof typeof REPORTS;
export const REPORT_NAMES = Object.keys(REPORTS) as [ReportName, ...ReportName[]];

export const reportNamed = (name: ReportName): Report => REPORTS[name] as unknown as Report;
