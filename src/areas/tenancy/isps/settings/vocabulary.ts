import { z } from 'zod';
import { interimInterval } from '../../../../core/vocabulary/interim.ts';
import { language } from '../../../../core/vocabulary/notice.ts';
import { kbps } from '../../../../core/vocabulary/plan.ts';
import * as wire from '../../../../core/wire/index.ts';
import { isZone } from '../../../../core/zone.ts';
import { bankDetails, upiId } from './payment-details.ts';
import { taxes } from './taxes.ts';

/** A time zone by its IANA name. */
function zone() {
  const problem = 'must be the IANA name of a time zone, such as Asia/Kolkata';
  return wire.kind(z.string(wire.errorText(problem)).trim().refine(isZone, { error: problem }), {
    parse: (text) => text,
    render: (value: string) => value,
    document: { type: 'string', example: 'Asia/Kolkata' },
  });
}

const CURRENCY = /^[A-Z]{3}$/;

function currency() {
  const problem = 'must be an ISO 4217 code, such as INR';
  return wire.kind(z.string(wire.errorText(problem)).trim().regex(CURRENCY, { error: problem }), {
    parse: (text) => text,
    render: (value: string) => value,
    document: { type: 'string', example: 'INR' },
  });
}

/** The address of a page, or nothing. */
function webAddress() {
  const problem = 'must be a URL of at most 500 characters that begins with https:// or http://';
  return wire.kind(z.string(wire.errorText(problem)).trim().refine(isWebAddress, { error: problem }), {
    parse: (text) => text,
    render: (value: string) => value,
    document: { type: 'string', example: 'https://pay.example.net' },
  });
}

/** A time of the day, `hh:mm`. `none`: or nothing. */
function clockTime({ none = false } = {}) {
  const problem = `must be a time of day such as 21:30${none ? ', or empty' : ''}`;
  return wire.kind(
    z
      .string(wire.errorText(problem))
      .trim()
      .regex(none ? /^(([01]\d|2[0-3]):[0-5]\d)?$/ : /^([01]\d|2[0-3]):[0-5]\d$/, { error: problem }),
    {
      parse: (text) => text,
      render: (value: string) => value,
      document: { type: 'string', example: '21:30' },
    },
  );
}

function isWebAddress(text: string): boolean {
  return text === '' || (text.length <= 500 && /^https?:\/\/[^/]/.test(text) && URL.canParse(text));
}

/** Of the buttons and the heading, or nothing. */
function color() {
  const problem = 'must be a colour of six hexadecimal digits, such as #0b5cad, or empty';
  const schema = z
    .string(wire.errorText(problem))
    .trim()
    .toLowerCase()
    .regex(/^(#[0-9a-f]{6})?$/, { error: problem });
  return wire.kind(schema, {
    parse: (text) => text,
    render: (value: string) => value,
    document: { type: 'string', example: '#0b5cad' },
  });
}

const days = () => wire.wholeNumber(0, 365);

export const settingsShape = {
  timezone: zone(),
  currency: currency(),
  invoice_due_days: days(),
  np_grace_days: days(),
  np_dl: kbps(),
  np_ul: kbps(),
  blocked_mode: wire.oneOf(['pool', 'reject']),
  suspend_clock: wire.oneOf(['freeze', 'run']),
  promise_days: days(),
  default_credit_limit: wire.money().nullable(),
  taxes: taxes().nullable(),
  tax_inclusive: wire.flagYN(),
  late_fee_amt: wire.money(),
  late_fee_percent: wire.percent(),
  /** Of the fee of one invoice; null: no limit. */
  late_fee_max: wire.money().nullable(),
  /** After the last day to pay. */
  late_fee_after_days: days(),
  /** What is overdue of a service below it has no consequences; it is still owed. */
  min_dues: wire.money(),
  /** Whether a postpaid period is billed to its end when access ends for non-payment, or credited from that day on. */
  cutoff_days: wire.oneOf(['Bill', 'Credit']),
  /** How many days ago a payment may have been made that is entered today. */
  backdate_days: wire.wholeNumber(0, 3650),
  /** Nothing is posted on this day or before any more. */
  books_closed_upto: wire.ymd().nullable(),
  /** What a login user with the role may adjust, write off and refund in a day. Null: no limit. */
  adjust_limit_accounts: wire.money().nullable(),
  adjust_limit_support: wire.money(),
  /** Its login users need a second factor to sign in. */
  require_second_factor: wire.flagYN(),
  /** Where a blocked subscriber pays. */
  portal_url: webAddress(),
  /** Seconds between two reports of a session, of NASes without an interval of their own. */
  interim_interval: interimInterval(),
  /** Are events kept for the feed and for webhooks, and are the beginnings and ends of sessions among them? */
  event_feed: wire.flagYN(),
  session_events: wire.flagYN(),
  /** Who signs in to the subscriber's pages: with a portal password, or the first time with that of the connection too. */
  portal: wire.oneOf(['Off', 'Password', 'Connection']),
  portal_color: color(),
  /** Codes to sign in with that subscribers may be sent within an hour, since each may cost money; 0: none. */
  portal_codes: wire.wholeNumber(0, 5000),
  /** On the wall clock of the ISP: between them notices wait. Empty: never. */
  quiet_from: clockTime({ none: true }),
  quiet_upto: clockTime({ none: true }),
  /** On the wall clock of the ISP: between them advertising may be sent. */
  promotions_from: clockTime(),
  promotions_upto: clockTime(),
  /** Of notices, to customers without one of their own. */
  notice_language: language(),
  /** After the resolution of a ticket, for an appeal; 0: no limit. */
  appeal_days: days(),
  /** After the last service was closed, for an erasure: how long the licence wants records kept. */
  erase_after_days: wire.wholeNumber(0, 3650),
  /** At a voice menu or a bot, what callers may by their number alone, which can be faked; else they need a PIN or a code. */
  care_dues_by_number: wire.flagYN(),
  care_restart_by_number: wire.flagYN(),
  /** For how many days the traffic of services and plans is kept for graphs; 0: none is collected. */
  traffic_history_days: wire.wholeNumber(0, 90),
  /** Login users without `phone.read` see telephone numbers masked. */
  mask_phones: wire.flagYN(),
  /** Of the staff, told of alerts of the network; null: nobody is. */
  alert_emails: wire.csv(wire.email(), { max: 5 }).nullable(),
  /** On unpaid invoices. */
  bank_details: bankDetails(),
  upi_id: upiId(),
};
