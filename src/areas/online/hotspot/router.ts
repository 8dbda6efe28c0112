import { document } from '../../../core/content/download.ts';
import { runList } from '../../../core/list/index.ts';
import { byId, done, newId } from '../../../core/records/results.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { createBatch, newBatch } from './batch-create.ts';
import { CSV_FILE, codesForSheet, printBatch, printedBatch, sheetOfBatch } from './batch-print.ts';
import { voidBatch } from './batch-void.ts';
import { batches, codes } from './list.ts';
import { codeSheet, PDF } from './sheet.ts';

/** Codes for guests of hotspots. Beyond the contract. */
export const hotspotRouter = router({
  batch_list: endpoint({
    access: 'hotspot.read',
    rest: ['/hotspot/batch_list'],
    extension: true,
    summary: 'Batches of hotspot codes',
    description: 'Newest first.',
  })
    .input(batches.input)
    .output(batches.output)
    .query(({ ctx, input }) => runList(ctx.db, batches, { ...ctx, input })),

  code_list: endpoint({
    access: 'hotspot.read',
    rest: ['/hotspot/code_list'],
    extension: true,
    summary: 'Hotspot codes and their services',
    description: 'Codes are named by batch and serial number. Only `hotspot/batch_print` shows the codes themselves.',
  })
    .input(codes.input)
    .output(codes.output)
    .query(({ ctx, input }) => runList(ctx.db, codes, { ...ctx, input })),

  batch_create: endpoint({
    access: 'hotspot.write',
    rest: ['/hotspot/batch_create'],
    extension: true,
    repeatable: true,
    example: { subplanid: '2', sub_location_code: 'BLR-N', use_until: '2030-12-31' },
    summary: 'Make hotspot codes',
    description:
      'A guest who enters a code gets a service of the customer, with the plan, for `valid_hours`. The sub plan must be free of charge: codes book no money.',
  })
    .input(newBatch)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createBatch(tx, ctx, input))),

  batch_print: endpoint({
    access: 'hotspot.print',
    rest: ['/hotspot/batch_print'],
    extension: true,
    summary: 'The codes of a batch as a CSV file',
    description:
      'Answers with the file. Codes can be printed for an hour after the first time; then the node forgets them and knows only how to recognise them.',
  })
    .input(printedBatch)
    .output(document(CSV_FILE))
    .mutation(({ ctx, input }) => ctx.transaction((tx) => printBatch(tx, ctx, input.id))),

  batch_sheet: endpoint({
    access: 'hotspot.print',
    rest: ['/hotspot/batch_sheet'],
    extension: true,
    summary: 'Codes of a batch as cards on a PDF file',
    description: 'Answers with the file, which has at most 480 codes. Otherwise as `hotspot/batch_print`.',
  })
    .input(sheetOfBatch)
    .output(document(PDF))
    .mutation(async ({ ctx, input }) => {
      const printed = await ctx.transaction((tx) => codesForSheet(tx, ctx, input));
      return codeSheet(input.id, printed);
    }),

  batch_void: endpoint({
    access: 'hotspot.write',
    rest: ['/hotspot/batch_void'],
    extension: true,
    summary: 'Void the unused codes of a batch',
    description: 'Guests who have used their code stay online until its time ends.',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => voidBatch(tx, ctx, input.id))),
});
