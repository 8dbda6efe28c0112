import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Document } from '../../../core/content/download.ts';
import { badParameter } from '../../../core/fault.ts';
import { CSV } from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { dayOf } from '../../../core/zone.ts';
import { query, sql } from '../../../db/sql.ts';
import { reportCsv } from './csv.ts';
import { HEADINGS, withTitles } from './headings.ts';
import { type MadeReport, makeReport, SOURCE } from './make-report.ts';
import { PARAMETERS } from './parameters.ts';
import { parametersOf } from './parameters-of.ts';
import { reportPdf } from './pdf.ts';
import { KEPT_ROWS } from './prepared/find.ts';
import { bytesOfPrepared } from './prepared/read-file.ts';
import type { Report } from './report.ts';
import { REPORT_NAMES, reportNamed } from './reports.ts';
import { type Asking, checkOwner, OWNERS, type Wanted, wantedOf } from './wanted.ts';

export const PDF = 'application/pdf';

/** The name of a report, and of the parameters those that it takes. */
export const reportInput = z.strictObject({
  report: wire.oneOf(REPORT_NAMES),
  ...OWNERS,
  from: PARAMETERS.from.optional(),
  to: PARAMETERS.to.optional(),
  days: PARAMETERS.days.optional(),
  until: PARAMETERS.until.optional(),
  top: PARAMETERS.top.optional(),
});

/** The same for a file of it. */
export const fileInput = reportInput.extend({ source: SOURCE });
export const csvInput = fileInput.extend({ headings: HEADINGS });

type FileInput = z.output<typeof fileInput>;

/** A file of more rows would be cut, so it is refused. */
const MAX_ROWS = { csv: 100_000, pdf: KEPT_ROWS } as const;

/** @throws Fault */
export async function csvOf(asking: Asking, { headings, ...input }: z.output<typeof csvInput>): Promise<Document> {
  const { report, answer } = await wholeReport(asking, input, MAX_ROWS.csv);
  const { prepared } = answer;
  const bytes = prepared ? await bytesOfPrepared(asking.kernel.db, prepared) : reportCsv(report, answer, asking.zone);
  const content =
    headings === 'names' ? bytes : Buffer.concat(await Readable.from(withTitles(report, [bytes])).toArray());
  return { filename: nameOf(asking, report, 'csv'), media_type: CSV, content };
}

/** @throws Fault */
export async function pdfOf(asking: Asking, input: FileInput): Promise<Document> {
  const { report, answer } = await wholeReport(asking, input, MAX_ROWS.pdf);
  const { owner, currency } = await readOwner(asking, input);
  const heading = {
    owner,
    about: aboutOf(input, currency),
    madeAt: answer.prepared?.preparedAt ?? asking.kernel.clock.now(),
    zone: asking.zone,
  };
  const content = await reportPdf(report, answer, heading);
  return { filename: nameOf(asking, report, 'pdf'), media_type: PDF, content };
}

async function wholeReport(
  asking: Asking,
  { source, ...named }: FileInput,
  maxRows: number,
): Promise<{ report: Report; answer: MadeReport }> {
  const wanted = await namedReport(asking, named);
  const { report } = wanted;
  const answer = await makeReport(asking, wanted, { maxRows, source });
  if (answer.count > maxRows)
    throw badParameter(
      'report',
      `has ${answer.count} rows, but this file can have only ${maxRows}; have it prepared, or ask for fewer days or one reseller`,
    );
  return { report, answer };
}

/** A report by its name, among the parameters of all. @throws Fault */
export function namedReport(
  asking: Asking,
  { report: name, ispid, resellerid, ...given }: z.output<typeof reportInput>,
): Promise<Wanted> {
  checkOwner(asking.scope, { ispid });
  const report = reportNamed(name);
  return wantedOf(asking, report, { owner: { ispid, resellerid }, input: parametersOf(report, given) });
}

const today = ({ kernel, zone }: Asking): string => dayOf(kernel.clock.now(), zone);

const nameOf = (asking: Asking, { name }: Report, ending: string) => `${name}-${today(asking)}.${ending}`;

function aboutOf({ from, to, days, until, top }: FileInput, currency: string): string {
  return [
    from === undefined ? undefined : `${from} to ${to}`,
    days === undefined ? undefined : `${days} days ahead`,
    until === undefined ? undefined : `until ${until}`,
    top === undefined ? undefined : `the first ${top}`,
    currency,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

/** Whose figures they are. The caller has been found to see them. */
async function readOwner({ kernel, scope }: Asking, { ispid, resellerid }: FileInput) {
  const [row] = await query<{ owner: string; currency: string }>(
    kernel.db.pool,
    sql`SELECT concat_ws(', ', r.name, i.name) AS owner, t.currency FROM crm.isp i JOIN crm.isp_setting t ON t.isp_id = i.id
        LEFT JOIN crm.reseller r ON r.isp_id = i.id AND r.id = ${resellerid ?? scope.resellerId}
        WHERE i.id = ${ispid ?? scope.ispId}`,
  );
  if (!row) throw new Error('the ISP of a report is gone');
  return row;
}
