import { z } from 'zod';
import type { Actor } from '../../../core/access/actor.ts';
import * as wire from '../../../core/wire/index.ts';
import { COLUMN_KINDS } from './columns.ts';
import { PARAMETER_NAMES } from './parameters.ts';
import { REPORT_NAMES, reportNamed } from './reports.ts';
import { isPermitted } from './wanted.ts';

/** What a front end needs to ask for a report and to show it. */
export const reportList = z.array(
  z.object({
    name: wire.oneOf(REPORT_NAMES),
    title: wire.shown(),
    description: wire.shown(),
    parameters: z.array(wire.oneOf(PARAMETER_NAMES)),
    columns: z.array(
      z.object({ name: wire.shown(), title: wire.shown(), kind: wire.oneOf(COLUMN_KINDS), summed: wire.flagYN() }),
    ),
  }),
);

/** The reports that the caller is permitted to see. */
export function listReports(actor: Pick<Actor, 'permissions'>): z.output<typeof reportList> {
  return REPORT_NAMES.filter((name) => isPermitted(actor, reportNamed(name))).map((name) => {
    const { title, description, parameters, columns } = reportNamed(name);
    return {
      ...{ name, title, description },
      parameters: PARAMETER_NAMES.filter((parameter) => parameter in parameters),
      columns: Object.entries(columns).map(([column, { title: heading, kind, summed }]) => ({
        ...{ name: column, title: heading, kind, summed },
      })),
    };
  });
}
