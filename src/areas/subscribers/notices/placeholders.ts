import { badParameter } from '../../../core/fault.ts';
import type { Trigger } from '../../../core/vocabulary/notice.ts';
import { inWords } from '../../../core/wire/index.ts';

/** In a text: `{name}`. */
const PLACEHOLDER = /\{([A-Za-z0-9_]+)\}/g;

/** What every message can say. */
export const OF_ALL = ['name', 'username', 'plan', 'valid_upto', 'os_amt', 'currency', 'isp', 'portal_url'] as const;

const OF_TICKET = ['docket', 'category', 'expected_by'];

const OF_VISIT = ['visit_on', 'visit_hours', 'docket'];

const OF_TRIGGER: Readonly<Record<Trigger, readonly string[]>> = {
  before_expiry: ['days'],
  before_due: ['days', 'amt', 'document_no', 'due_on'],
  np: [],
  npd: [],
  restored: [],
  payment_received: ['amt', 'paid_on'],
  payment_bounced: ['amt', 'paid_on'],
  invoice_issued: ['amt', 'document_no', 'due_on'],
  volume_80: ['volume_gb'],
  volume_100: ['volume_gb'],
  password_changed: [],
  sign_in_code: ['code', 'minutes'],
  pay_link: ['amt', 'pay_url'],
  ticket_created: OF_TICKET,
  ticket_waiting: OF_TICKET,
  ticket_resolved: OF_TICKET,
  ticket_reopened: OF_TICKET,
  appeal_filed: OF_TICKET,
  appeal_decided: [...OF_TICKET, 'decision'],
  visit_booked: OF_VISIT,
  visit_on_way: [...OF_VISIT, 'technician'],
  visit_cancelled: OF_VISIT,
};

/** What stands for each placeholder. */
export type Values = Readonly<Record<string, string>>;

export const placeholdersOf = (trigger: Trigger): readonly string[] => [...OF_ALL, ...OF_TRIGGER[trigger]];

/** @throws Fault of kind `badInput` that names the first unknown placeholder, and those that there are */
export function refuseUnknown(parameter: string, text: string | null | undefined, allowed: readonly string[]): void {
  for (const [whole, name = ''] of (text ?? '').matchAll(PLACEHOLDER)) {
    if (!allowed.includes(name))
      throw badParameter(
        parameter,
        `must not contain ${whole}; it can have ${inWords(allowed.map((each) => `{${each}}`))}`,
      );
  }
}

/** Fills in a text. `escaped` writes a value as the place needs it. */
export function filledIn(text: string, values: Values, escaped: (value: string) => string = (value) => value): string {
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) ? escaped(values[name] ?? '') : whole,
  );
}

/** On one line, so that no value can add a line to a header or to a text message. */
export const onOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
