import { z } from 'zod';
import { rowOf } from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { plans } from '../../catalogue/plans/list.ts';
import { subPlans } from '../../catalogue/plans/sub-plans/list.ts';
import { invoices } from '../../money/invoices/list.ts';
import { explanation } from '../../network/sessions/explanation.ts';
import { liveSessions } from '../../network/sessions/live.ts';
import { customers } from '../customers/list.ts';
import { services } from '../services/list.ts';
import { verdict } from './verdict-record.ts';

const gigabytes = () => wire.asStored(wire.decimal({ places: 3 }));
const signedMoney = () => wire.asStored(wire.money());

/** The names of the owners; `reseller` is null for the ISP itself. */
const owner = z.object({
  ispid: wire.id(),
  isp: wire.shown(),
  timezone: wire.shown(),
  resellerid: wire.ownerId(),
  reseller: wire.shown().nullable(),
});

/** The open period. `total_gb` has carry-over and top-ups in it; null: unlimited. */
const usage = z.object({
  period_from: wire.ymd().nullable(),
  period_upto: wire.ymd().nullable(),
  used_gb: gigabytes(),
  total_gb: gigabytes().nullable(),
  bw_level: wire.amount(),
  exhausted: wire.flagYN(),
});

const money = z.object({
  currency: wire.shown(),
  /** What the service owes; below 0: paid in advance. */
  outstanding: signedMoney(),
  /** Null: no limit. */
  credit_limit: wire.asStored(wire.money()).nullable(),
  /** Of the franchisee that the bills of the service are taken from; null: none, or the caller may not see it. */
  wallet: signedMoney().nullable(),
});

/** All of a subscriber; null where the caller lacks the permission for a part. The rows are those of the lists. */
export const subscriber = z.object({
  service: rowOf(services.columns),
  owner,
  plan: rowOf(plans.columns).nullable(),
  subplan: rowOf(subPlans.columns).nullable(),
  usage,
  customer: rowOf(customers.columns).nullable(),
  sessions: z.array(rowOf(liveSessions.columns)).nullable(),
  money: money.nullable(),
  /** Those that are not paid, oldest first. */
  invoices: z.array(rowOf(invoices.columns)).nullable(),
  /** What a log-in with the right password would get; null also while this node does not know the NAS yet. */
  access: explanation.nullable(),
  /** What to tell the subscriber first. */
  verdict: verdict.nullable(),
});

export type Subscriber = z.output<typeof subscriber>;
export type Owner = z.output<typeof owner>;
export type Usage = z.output<typeof usage>;
export type Money = z.output<typeof money>;
