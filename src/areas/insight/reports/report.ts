import { z } from 'zod';
import type { Permission } from '../../../core/access/permission.ts';
import type { Kernel } from '../../../core/kernel.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { count, timestamp } from '../../../core/wire/index.ts';
import type { Column, Columns, RowShape, TotalShape } from './columns.ts';

/** Rows that are taken at a time. */
export const PAGE = 1_000;

/** Who asks, and for which part of the ISP. */
export interface ReportCall {
  readonly kernel: Pick<Kernel, 'db' | 'clock'>;
  /** The part of the caller's scope that the report is about; always within one ISP. */
  readonly scope: Scope;
  readonly ispId: number;
  /** Of the ISP, in whose days everything is counted. */
  readonly zone: string;
  /** The ISP's day. */
  readonly today: string;
  /** At most so many rows are answered; totals and count are of all. */
  readonly maxRows: number;
  /** Nobody waits for it: it may take minutes. */
  readonly prepared?: boolean;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

export type Values = Readonly<Record<string, unknown>>;

/** The rows of a report in their order, what its summed columns sum to, and how many rows there are. */
export interface ReportAnswer {
  readonly rows: readonly Values[];
  readonly total: Values;
  readonly count: number;
}

export type Summary = Pick<ReportAnswer, 'total' | 'count'>;

/** Takes the rows of a report in their order, some at a time. */
export interface RowReader {
  take(rows: readonly Values[]): Promise<void>;
}

/** What reports are about, in the order in which people are offered them. */
export const GROUPS = ['collections', 'outstanding', 'revenue', 'tax', 'subscribers', 'usage', 'care'] as const;

/** What every report says of itself; endpoints, files, the list of reports and the console derive from it. */
export interface Head<P extends z.ZodRawShape, C extends Columns> {
  /** Snake case: `report/<name>`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly group: (typeof GROUPS)[number];
  /** A chart that says more than the rows: for each value of the column `by` the columns `of`, which can be added up. */
  readonly chart?: { readonly by: keyof NoInfer<C> & string; readonly of: readonly (keyof NoInfer<C> & string)[] };
  /** What a login user must be permitted to see it. */
  readonly access: Permission;
  /** A further permission, of what its columns show. */
  readonly also?: Permission;
  /** It has telephone numbers, which its statement masks. Prepared for many, it has them whole. */
  readonly hasTelephones?: true;
  /** It is of a whole ISP or reseller: the sentence for login users who are limited to locations, and do not see it. */
  readonly wholeOnly?: string;
  /** Other documented paths. */
  readonly aliases?: readonly `/${string}/${string}`[];
  readonly parameters: P;
  /** With `from` and `to`: how many days it reads at most. */
  readonly mostDays?: number;
  /** A valid call, where the kinds' own examples make none. */
  readonly example?: Readonly<Record<string, string>>;
  readonly columns: C;
}

export type InputOf<P extends z.ZodRawShape> = z.output<z.ZodObject<P>>;

export interface Report<P extends z.ZodRawShape = z.ZodRawShape, C extends Columns = Columns> extends Head<P, C> {
  /** Checks what the kinds cannot. @throws Fault for parameters that do not go together */
  readonly check?: (input: InputOf<P>, call: Pick<ReportCall, 'scope' | 'today'>) => void;
  /** Its parameters have been checked. */
  readonly read: (call: ReportCall, input: InputOf<P>) => Promise<ReportAnswer>;
  /** All of its rows, however many. A report that is begun again, on another server, begins with a new reader. */
  readonly readAll: (call: ReportCall, input: InputOf<P>, begin: () => RowReader) => Promise<Summary>;
  readonly output: z.ZodObject<{
    rows: z.ZodArray<z.ZodObject<RowShape<C>>>;
    total: z.ZodObject<TotalShape<C>>;
    count: ReturnType<typeof count>;
    prepared_at: z.ZodNullable<ReturnType<typeof timestamp>>;
  }>;
}

/** A report whose rows are computed, or read. */
export function codeReport<P extends z.ZodRawShape, C extends Columns>(
  report: Omit<Report<P, C>, 'output' | 'readAll'>,
): Report<P, C> {
  const readAll: Report<P, C>['readAll'] = async (call, input, begin) => {
    const { rows, ...summary } = await report.read({ ...call, maxRows: Number.POSITIVE_INFINITY }, input);
    const reader = begin();
    for (let at = 0; at < rows.length; at += PAGE) await reader.take(rows.slice(at, at + PAGE));
    return summary;
  };
  return asReport({ ...report, readAll });
}

/** A report with what its answers look like. */
export const asReport = <P extends z.ZodRawShape, C extends Columns>(
  report: Omit<Report<P, C>, 'output'>,
): Report<P, C> => ({ ...report, output: outputOf(report.columns) as unknown as Report<P, C>['output'] });

function outputOf(columns: Columns) {
  const shape = (entries: [string, Column][]) => z.object(Object.fromEntries(entries.map(([n, c]) => [n, c.schema])));
  const all = Object.entries(columns);
  return z.object({
    rows: z.array(shape(all)),
    total: shape(all.filter(([, { summed }]) => summed)),
    count: count(),
    prepared_at: timestamp().nullable(),
  });
}
