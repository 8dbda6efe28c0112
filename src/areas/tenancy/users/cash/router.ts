import { runList } from '../../../../core/list/index.ts';
import { done } from '../../../../core/records/results.ts';
import { endpoint } from '../../../../rpc/endpoint.ts';
import { answerHandover, handoverAnswer } from '../../../money/payments/cash-handovers/answer.ts';
import { cashHandovers } from '../../../money/payments/cash-handovers/list.ts';
import { cashSettlement, settleCash, settlementOutcome } from '../../../money/payments/cash-settle.ts';

/** The cash that login users hold: part of the router of users. */
export const userCash = {
  cash_settle: endpoint({
    access: 'payment.write',
    rest: ['/auth/user/cash_settle'],
    example: { id: '2', amt: '10.00' },
    extension: true,
    repeatable: true,
    summary: 'Take over cash that a login user has collected',
    description:
      'Posts a ledger entry that lowers the cash balance of the user, by at most what the user holds. To the bank it takes `wallet.write`. With `to=user` it offers the cash to the login user `receiverid` and returns `handoverid`: the cash moves when that user confirms it with `auth/user/cash_answer`.',
  })
    .input(cashSettlement)
    .output(settlementOutcome)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => settleCash(tx, ctx, input))),

  cash_answer: endpoint({
    access: 'payment.write',
    rest: ['/auth/user/cash_answer'],
    example: { action: 'Withdraw' },
    extension: true,
    repeatable: true,
    summary: 'Confirm, refuse or withdraw cash that is handed over',
    description:
      'The receiver confirms or refuses, the giver withdraws. Until it is confirmed, the giver holds the cash.',
  })
    .input(handoverAnswer)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => answerHandover(tx, ctx, input))),

  cash_handovers: endpoint({
    access: 'payment.read',
    rest: ['/auth/user/cash_handover_list'],
    extension: true,
    summary: 'Cash that login users hand over to each other',
  })
    .input(cashHandovers.input)
    .output(cashHandovers.output)
    .query(({ ctx, input }) => runList(ctx.db, cashHandovers, { ...ctx, input })),
};
