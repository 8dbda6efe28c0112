import { endpoint } from '../../../../rpc/endpoint.ts';
import { adjustService, newAdjustment } from '../../../money/adjustments/adjust.ts';
import { adjustmentOutcome } from '../../../money/adjustments/record.ts';
import { newTransfer, transferBetween, transferOutcome } from '../../../money/adjustments/transfer.ts';
import { newWriteOff, writeServiceOff } from '../../../money/adjustments/write-off.ts';
import { actOnService, serviceAction } from '../action.ts';
import { actOnServices, manyActions, manyOutcomes } from '../action-many.ts';
import { outcome } from '../outcome.ts';
import { changeServicePlan, servicePlanChange } from '../plan-change.ts';
import { addTopup, serviceTopup } from '../topup.ts';

/** What is done to a service day by day: calls with a preview that may be repeated. */
export const operations = {
  action: endpoint({
    access: 'service.operate',
    rest: ['/service/action'],
    repeatable: true,
    summary: 'Renew, bill, suspend, restore … a service',
  })
    .input(serviceAction)
    .output(outcome)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => actOnService(tx, ctx, input))),

  action_many: endpoint({
    access: 'service.operate',
    rest: ['/service/action_many'],
    example: { serviceids: '1', action: 'bill' },
    extension: true,
    repeatable: true,
    summary: 'The same action on up to 100 services',
    description:
      'The call accepts or refuses each service separately, with the same message as `service/action`. `preview=Y` shows each result and the sums.',
  })
    .input(manyActions)
    .output(manyOutcomes)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => actOnServices(tx, ctx, input))),

  planchange: endpoint({
    access: 'service.operate',
    rest: ['/service/planchange'],
    example: { schedule: 'next_bill' },
    repeatable: true,
    summary: 'Move a service to another plan',
  })
    .input(servicePlanChange)
    .output(outcome)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => changeServicePlan(tx, ctx, input))),

  topup: endpoint({
    access: 'service.operate',
    rest: ['/service/topup'],
    example: { gb: '10', amt: '99.00', type: 'Expiring' },
    repeatable: true,
    summary: 'Add data volume to a service',
  })
    .input(serviceTopup)
    .output(outcome)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => addTopup(tx, ctx, input))),

  adjust: endpoint({
    access: 'service.adjust',
    rest: ['/service/adjust'],
    example: { type: 'Debit', amt: '118.00', description: 'Router', reason: 'broke it' },
    extension: true,
    repeatable: true,
    summary: 'Charge or credit a service by hand',
    description:
      'A debit is invoiced like a top-up, a credit at once; with `invoiceid` the credit is a credit note for that invoice. If a credit pays for a period, the period begins, as after a payment.',
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
    summary: 'Write off the amount that a service owes',
    description: 'Writes off the whole amount, so that the outstanding amount becomes 0. The status does not change.',
  })
    .input(newWriteOff)
    .output(adjustmentOutcome)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => writeServiceOff(tx, ctx, input))),

  transfer: endpoint({
    access: 'payment.write',
    rest: ['/service/transfer'],
    example: { from: '1', to: '2', amt: '100.00', reason: 'paid for the wrong connection' },
    extension: true,
    repeatable: true,
    summary: 'Move an advance to another service of the customer',
    description:
      'Only what a service has paid in advance can be moved. If it pays for a period of the other service, the period begins, as after a payment.',
  })
    .input(newTransfer)
    .output(transferOutcome)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => transferBetween(tx, ctx, input))),
};
