import { endpoint } from '../../rpc/endpoint.ts';
import { adjustService, newAdjustment } from './adjust.ts';
import { adjustmentOutcome } from './record.ts';
import { newWriteOff, writeServiceOff } from './write-off.ts';

/** What staff do to the money of a service apart from charges and payments. */
export const adjustmentProcedures = {
  adjust: endpoint({
    access: 'service.adjust',
    rest: ['/service/adjust'],
    example: { type: 'Debit', amt: '118.00', description: 'Router', reason: 'broke it' },
    extension: true,
    repeatable: true,
    summary: 'Charge or credit a service by hand',
    description:
      'A debit is invoiced like a top-up, a credit at once; with `invoiceid` it is a credit note for that invoice. What a credit pays for begins, as after a payment.',
  })
    .input(newAdjustment)
    .output(adjustmentOutcome)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => adjustService(tx, ctx, input))),

  write_off: endpoint({
    access: 'service.write_off',
    rest: ['/service/write_off'],
    example: { reason: 'moved away' },
    extension: true,
    repeatable: true,
    summary: 'Give up what a service owes',
    description: 'All of it, and no more: the outstanding amount is 0 then. The status stays as it is.',
  })
    .input(newWriteOff)
    .output(adjustmentOutcome)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => writeServiceOff(tx, ctx, input))),
};
