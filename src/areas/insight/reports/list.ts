import { z } from 'zod';
import * as wire from '../../../core/wire/index.ts';
import { COLUMN_KINDS } from './columns.ts';
import { PARAMETER_NAMES } from './parameters.ts';
import { GROUPS } from './report.ts';
import { REPORT_NAMES, reportNamed } from './reports.ts';
import { type Asking, isOffered } from './wanted.ts';

/** What a front end needs to ask for a report and to show it. */
export const reportList = z.array(
  z.object({
    name: wire.oneOf(REPORT_NAMES),
    title: wire.shown(),
    description: wire.shown(),
    group: wire.oneOf(GROUPS),
    parameters: z.array(wire.oneOf(PARAMETER_NAMES)),
    most_days: wire.described('of from and to; null: none, or as the description says', wire.count()).nullable(),
    columns: z.array(
      z.object({
        ...{ name: wire.shown(), title: wire.shown(), kind: wire.oneOf(COLUMN_KINDS), summed: wire.flagYN() },
        named_by: wire.described('of an id or a code: the column that people read instead', wire.shown()).nullable(),
      }),
    ),
    chart: z.object({ by: wire.shown(), of: z.array(wire.shown()) }).nullable(),
  }),
);

/** The reports that the caller may see. */
export function listReports({ actor, scope }: Pick<Asking, 'actor' | 'scope'>): z.output<typeof reportList> {
  return REPORT_NAMES.filter((name) => isOffered(actor, scope, reportNamed(name))).map((name) => {
    const { title, description, group, parameters, mostDays = null, columns, chart = null } = reportNamed(name);
    return {
      ...{ name, title, description, group },
      parameters: PARAMETER_NAMES.filter((parameter) => parameter in parameters),
      most_days: mostDays,
      columns: Object.entries(columns).map(([column, { title: heading, kind, summed, namedBy = null }]) => ({
        ...{ name: column, title: heading, kind, summed, named_by: namedBy },
      })),
      chart: chart && { by: chart.by, of: [...chart.of] },
    };
  });
}
