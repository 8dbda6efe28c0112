import type { z } from 'zod';
import type { Permission } from '../core/access/permission.ts';
import { download } from '../core/content/download.ts';
import { CSV, exportInput, exportList, type ListDefinition, type Needs, readableBy } from '../core/list/index.ts';
import { dayOf } from '../core/zone.ts';
import { endpoint } from './endpoint.ts';

const DESCRIPTION =
  'All records that match the filters, in the order of their ids. `columns` chooses and orders the columns; default all. UTF-8 with a byte order mark, a header, CRLF (RFC 4180). ' +
  'An apostrophe precedes a text that a spreadsheet would read as a formula. The audit records who took the export.';

interface ExportMeta {
  readonly access: Permission;
  /** The documented path; its first part is the name of the file. */
  readonly rest: `/${string}/export`;
  /** The records, for the summary. */
  readonly what: string;
  /** Columns that are empty for callers without a further permission. */
  readonly needs?: Needs;
}

/** The endpoint of all rows of a list. A mutation, although it changes nothing, so that the audit records who took which data. */
export const exportOf = <L extends ListDefinition & { readonly input: z.ZodObject }>(
  list: L,
  { access, rest, what, needs = {} }: ExportMeta,
) =>
  endpoint({
    access,
    rest: [rest],
    extension: true,
    summary: `${what} as a CSV file`,
    description: DESCRIPTION,
  })
    .input(exportInput(list))
    .output(download(CSV))
    .mutation(({ ctx: { kernel, actor, scope, zone, turns }, input }) => {
      const filename = `${rest.split('/')[1]}-${dayOf(kernel.clock.now(), zone)}.csv`;
      const { columns, ...filters } = input as { readonly columns?: readonly string[] };
      const readable = readableBy(list, needs, { permissions: actor.permissions, input: filters });
      const request = { input: filters, columns, scope, zone, userId: actor.userId, filename, inTurn: turns.page };
      return exportList(kernel.db, readable, request);
    });
