import type { Prisma } from '../generated/client.ts';
import type { Json } from './json.ts';

/** The tables that `insert` and `update` write, with the fields of their models in the schema. */
interface Tables {
  'auth.login_user': Prisma.LoginUserCreateManyInput;
  'crm.adjustment': Prisma.AdjustmentCreateManyInput;
  'crm.call': Prisma.CallCreateManyInput;
  'crm.care_queue': Prisma.CareQueueCreateManyInput;
  'crm.charge': Prisma.ChargeCreateManyInput;
  'crm.customer': Prisma.CustomerCreateManyInput;
  'crm.file': Prisma.FileCreateManyInput;
  'crm.import_source': Prisma.ImportSourceCreateManyInput;
  'crm.incident': Prisma.IncidentCreateManyInput;
  'crm.incident_compensation': Prisma.IncidentCompensationCreateManyInput;
  'crm.invoice_line': Prisma.InvoiceLineCreateManyInput;
  'crm.lead': Prisma.LeadCreateManyInput;
  'crm.lead_event': Prisma.LeadEventCreateManyInput;
  'crm.ledger_entry': Prisma.LedgerEntryCreateManyInput;
  'crm.note': Prisma.NoteCreateManyInput;
  'crm.payment': Prisma.PaymentCreateManyInput;
  'crm.period': Prisma.PeriodCreateManyInput;
  'crm.plan_change': Prisma.PlanChangeCreateManyInput;
  'crm.promise': Prisma.PromiseCreateManyInput;
  'crm.receipt': Prisma.ReceiptCreateManyInput;
  'crm.service': Prisma.ServiceCreateManyInput;
  'crm.service_identity': Prisma.ServiceIdentityCreateManyInput;
  'crm.task': Prisma.TaskCreateManyInput;
  'crm.ticket': Prisma.TicketCreateManyInput;
  'crm.ticket_appeal': Prisma.TicketAppealCreateManyInput;
  'crm.ticket_category': Prisma.TicketCategoryCreateManyInput;
  'crm.ticket_entry': Prisma.TicketEntryCreateManyInput;
  'crm.topup': Prisma.TopupCreateManyInput;
  'crm.visit': Prisma.VisitCreateManyInput;
  'crm.visit_event': Prisma.VisitEventCreateManyInput;
  'crm.wallet_txn': Prisma.WalletTxnCreateManyInput;
  'radius.nas': Prisma.NasCreateManyInput;
}

export type Table = keyof Tables;

/** A new row by the fields of its model. What the database fills in itself may be left out. */
export type NewRow<T extends Table> = {
  readonly [F in keyof Tables[T]]: Value<Exclude<Tables[T][F], undefined>>;
};

/** What Prisma's client accepts, without what it alone understands and without imprecise numbers for decimals. */
type Value<V> = [Prisma.InputJsonValue] extends [V]
  ? Json | (typeof Prisma.DbNull extends V ? null : never)
  : [Prisma.DecimalJsLike] extends [V]
    ? string | Extract<V, null>
    : V extends readonly (infer Element)[]
      ? readonly Element[]
      : Exclude<V, { set: readonly unknown[] }>;

/** The same by column, for statements that take rows as JSON themselves. */
export type Columns<T extends Table> = {
  readonly [F in keyof NewRow<T> & string as ColumnOf<F>]: NewRow<T>[F];
};

/** As `columnOf` of `rows.ts`. */
type ColumnOf<F extends string> = F extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${ColumnOf<Rest>}`
  : F;

/** Fields that `update` does not change, since one room alone writes them: of a service, billing (`money/billing/store`). */
interface Reserved {
  'crm.service':
    | 'planId'
    | 'subPlanId'
    | 'periodId'
    | 'status'
    | 'statusBefore'
    | 'statusAt'
    | 'suspendedAt'
    | 'graceUpto'
    | 'promiseUpto'
    | 'renewalRefused'
    | 'validFrom'
    | 'validUpto'
    | 'anchorDay'
    | 'billed'
    | 'osAmt';
}

/** New values of some fields of a row. */
export type Changes<T extends Table> = Partial<
  Omit<NewRow<T>, 'id' | (T extends keyof Reserved ? Reserved[T] : never)>
>;

/** The tables whose rows have an id of their own. */
export type TableWithId = { [T in Table]: 'id' extends keyof Tables[T] ? T : never }[Table];

/** Fields that every update writes, where the table has them. */
type Stamp<T extends Table> = Extract<keyof Tables[T], 'updatedAt' | 'updatedBy'>;

/** A row that changes, by its id. */
export type ChangedRow<T extends TableWithId> = Changes<T> &
  Required<Pick<NewRow<T>, Stamp<T> | Extract<keyof Tables[T], 'id'>>>;

/**
 * What is asked of rows besides the types of their values: no field that the table lacks; and since many rows are one statement,
 * which has the same columns for all, a field of one row is a field of all. One row alone may have any.
 */
export type Batch<Row, Rows extends readonly unknown[]> = Rows extends readonly [unknown]
  ? readonly OnlyFieldsOf<Row, Rows[0]>[]
  : readonly (OnlyFieldsOf<Row, Rows[number]> & Readonly<Record<FieldOf<Rows[number]>, unknown>>)[];

type OnlyFieldsOf<Row, Given> = { readonly [F in Exclude<FieldOf<Given>, keyof Row>]?: never };

/** The fields of all members of a union. */
type FieldOf<Given> = Given extends unknown ? keyof Given : never;
