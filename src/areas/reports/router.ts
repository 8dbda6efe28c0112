import { z } from 'zod';
import { document } from '../../core/download.ts';
import { CSV } from '../../core/list/index.ts';
import { endpoint, router } from '../../rpc/endpoint.ts';
import type { Columns } from './columns.ts';
import { csvOf, fileInput, PDF, pdfOf } from './files.ts';
import { listReports, reportList } from './list.ts';
import { makeReport, OWNERS } from './make-report.ts';
import type { Report } from './report.ts';
import { REPORTS } from './reports.ts';

/** As much as a person looks at. */
const MAX_ROWS = 1_000;
const ANSWER = `\`rows\` are the first ${MAX_ROWS} of \`count\`; \`total\` sums them all.`;

/** The endpoint of a report: all of it follows from the declaration. */
const of = <P extends z.ZodRawShape, C extends Columns>(report: Report<P, C>) =>
  endpoint({
    access: report.access,
    rest: [`/report/${report.name}`, ...(report.aliases ?? [])],
    extension: true,
    ...(report.example ? { example: report.example } : {}),
    summary: `Report: ${report.title}`,
    description: `${report.description} ${ANSWER}`,
  })
    .input(z.strictObject({ ...OWNERS, ...report.parameters }))
    .output(report.output)
    .query(async ({ ctx, input }) => {
      const { ispid, resellerid, ...given } = input as { ispid?: number; resellerid?: number };
      const asked = { owner: { ispid, resellerid }, input: given, maxRows: MAX_ROWS };
      return (await makeReport(ctx, report as unknown as Report, asked)) as never;
    });

const FILE = 'Takes the name of a report and its parameters. A file that would have too many rows is refused, not cut.';

/** Figures for owners and accountants, beyond the contract. `docs/reports.md` says what each number is. */
export const reportRouter = router({
  list: endpoint({
    access: 'isp.read',
    rest: ['/report/list'],
    extension: true,
    summary: 'The reports that the caller may see',
    description: 'With their parameters and columns, so that a front end can show them all alike.',
  })
    .output(reportList)
    .query(({ ctx }) => listReports(ctx.actor)),

  csv: endpoint({
    access: 'isp.read',
    rest: ['/report/csv'],
    example: { report: 'outstanding_by_reseller' },
    extension: true,
    summary: 'A report as a CSV file',
    description: `${FILE} At most 100,000 rows; without a line of totals. The audit records who took it.`,
  })
    .input(fileInput)
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

  collections_by_day: of(REPORTS.collections_by_day),
  collections_by_mode: of(REPORTS.collections_by_mode),
  collections_by_collector: of(REPORTS.collections_by_collector),
  outstanding_by_reseller: of(REPORTS.outstanding_by_reseller),
  outstanding_by_location: of(REPORTS.outstanding_by_location),
  outstanding_by_plan: of(REPORTS.outstanding_by_plan),
  revenue_by_plan: of(REPORTS.revenue_by_plan),
  revenue_by_location: of(REPORTS.revenue_by_location),
  revenue_by_reseller: of(REPORTS.revenue_by_reseller),
  revenue_by_tax: of(REPORTS.revenue_by_tax),
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
});
