import { z } from 'zod';
import { document, download } from '../../../core/content/download.ts';
import { CSV } from '../../../core/list/index.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import type { Columns } from './columns.ts';
import { csvInput, csvOf, fileInput, namedReport, PDF, pdfOf, reportInput } from './files.ts';
import { listReports, reportList } from './list.ts';
import { makeReport, SOURCE } from './make-report.ts';
import { asked, askFor } from './prepared/ask.ts';
import { listPrepared, preparedInput, preparedList } from './prepared/list.ts';
import { fileOfPrepared, preparedFileInput } from './prepared/read-file.ts';
import type { Report } from './report.ts';
import { REPORTS } from './reports.ts';
import { OWNERS, wantedOf } from './wanted.ts';

/** As much as a person looks at. */
const MAX_ROWS = 1_000;
const ANSWER = `\`rows\` are the first ${MAX_ROWS} of \`count\`; \`total\` sums them all. \`prepared_at\`: when it was prepared; null if it was made just now.`;

/** The endpoint of a report: all of it follows from the declaration. */
const of = <P extends z.ZodRawShape, C extends Columns>(report: Report<P, C>) =>
  endpoint({
    access: report.access,
    rest: [`/report/${report.name}`, ...(report.aliases ?? [])],
    extension: true,
    ...(report.example ? { example: report.example } : {}),
    ownPace: true,
    summary: `Report: ${report.title}`,
    description: `${report.description} ${ANSWER}`,
  })
    .input(z.strictObject({ ...OWNERS, ...report.parameters, source: SOURCE }))
    .output(report.output)
    .query(async ({ ctx, input }) => {
      const { ispid, resellerid, source, ...given } = input as Asked;
      const wanted = await wantedOf(ctx, report as unknown as Report, { owner: { ispid, resellerid }, input: given });
      const { prepared, ...answer } = await makeReport(ctx, wanted, { maxRows: MAX_ROWS, source });
      return { ...answer, prepared_at: prepared?.preparedAt ?? null } as never;
    });

interface Asked {
  readonly ispid?: number;
  readonly resellerid?: number;
  readonly source?: 'live' | 'prepared';
}

const FILE =
  'Takes the name of a report and its parameters. If the file would have too many rows, the call fails; it never truncates.';

/** Figures for owners and accountants, beyond the contract. `docs/staff/reports.md` says what each number is. */
export const reportRouter = router({
  list: endpoint({
    access: 'isp.read',
    rest: ['/report/list'],
    extension: true,
    summary: 'The reports that the caller may see',
    description: 'With their parameters and columns, so that a front end can show them all alike.',
  })
    .output(reportList)
    .query(({ ctx }) => listReports(ctx)),

  csv: endpoint({
    access: 'isp.read',
    rest: ['/report/csv'],
    example: { report: 'outstanding_by_reseller' },
    extension: true,
    summary: 'A report as a CSV file',
    description: `${FILE} At most 100,000 rows, without a line of totals. The audit records who downloaded it.`,
  })
    .input(csvInput)
    .output(document(CSV))
    .mutation(({ ctx, input }) => csvOf(ctx, input)),

  pdf: endpoint({
    access: 'isp.read',
    rest: ['/report/pdf'],
    example: { report: 'outstanding_by_reseller' },
    extension: true,
    summary: 'A report as a PDF file',
    description: `${FILE} At most 5,000 rows, and their totals.`,
  })
    .input(fileInput)
    .output(document(PDF))
    .query(({ ctx, input }) => pdfOf(ctx, input)),

  prepare: endpoint({
    access: 'isp.read',
    rest: ['/report/prepare'],
    example: { report: 'outstanding_by_reseller' },
    extension: true,
    summary: 'Have a report prepared',
    description:
      'For a report that takes longer than 20 seconds, or has very many rows. The node makes it within minutes, after the reports already waiting; then `report/<name>`, `csv` and `pdf` with `source` `prepared` and the same parameters answer it to everybody who may see the same. The node keeps it for 14 days.',
  })
    .input(reportInput)
    .output(asked)
    .mutation(async ({ ctx, input }) => {
      const wanted = await namedReport(ctx, input);
      return ctx.transaction((tx) => askFor(tx, wanted, ctx.actor.username));
    }),

  prepared: endpoint({
    access: 'isp.read',
    rest: ['/report/prepared'],
    extension: true,
    summary: 'Prepared and waiting reports',
    description:
      'The newest 200 that the caller may see, with their parameters. `asked_by` is null for daily reports. `prepared_at`, `seconds` and `count` describe the last result, which stays available until there is a newer one; `problem` says why the node could not make it.',
  })
    .input(preparedInput)
    .output(preparedList)
    .query(({ ctx, input }) => listPrepared(ctx, input)),

  prepared_csv: endpoint({
    access: 'isp.read',
    rest: ['/report/prepared_csv'],
    extension: true,
    summary: 'A prepared report as a CSV file',
    description: 'All its rows, however many, without a line of totals. The audit records who downloaded it.',
  })
    .input(preparedFileInput)
    .output(download(CSV))
    .mutation(({ ctx, input }) => fileOfPrepared(ctx, input)),

  collections_by_day: of(REPORTS.collections_by_day),
  collections_by_mode: of(REPORTS.collections_by_mode),
  collections_by_collector: of(REPORTS.collections_by_collector),
  cash_in_hand: of(REPORTS.cash_in_hand),
  outstanding_by_reseller: of(REPORTS.outstanding_by_reseller),
  outstanding_by_location: of(REPORTS.outstanding_by_location),
  outstanding_by_plan: of(REPORTS.outstanding_by_plan),
  revenue_by_plan: of(REPORTS.revenue_by_plan),
  revenue_by_location: of(REPORTS.revenue_by_location),
  revenue_by_reseller: of(REPORTS.revenue_by_reseller),
  revenue_by_tax: of(REPORTS.revenue_by_tax),
  outside_gstr1: of(REPORTS.outside_gstr1),
  commissions: of(REPORTS.commissions),
  subscribers_by_month: of(REPORTS.subscribers_by_month),
  expiring: of(REPORTS.expiring),
  forecast: of(REPORTS.forecast),
  forecast_services: of(REPORTS.forecast_services),
  top_users: of(REPORTS.top_users),
  usage_by_subscriber: of(REPORTS.usage_by_subscriber),
  usage_by_plan: of(REPORTS.usage_by_plan),
  usage_by_nas: of(REPORTS.usage_by_nas),
  usage_by_hour: of(REPORTS.usage_by_hour),
  tickets_by_category: of(REPORTS.tickets_by_category),
  tickets_by_location: of(REPORTS.tickets_by_location),
  tickets_by_nas: of(REPORTS.tickets_by_nas),
  tickets_by_reseller: of(REPORTS.tickets_by_reseller),
  tickets_by_agent: of(REPORTS.tickets_by_agent),
});
