import { byId, done } from '../../../../core/records/results.ts';
import { endpoint } from '../../../../rpc/endpoint.ts';
import { endBranchAddress, madeAddress, makeBranchAddress } from './make.ts';

/** The address at which a telephone flow asks `care/branch`. */
export const branchAddress = {
  branch_address_make: endpoint({
    access: 'user.write',
    rest: ['/auth/user/branch_address_make'],
    confirmed: true,
    example: { id: '4' },
    extension: true,
    summary: 'Make the address at which a telephone flow asks',
    description:
      'For a login user of the role CareLine. The answer shows the address once; an earlier one ends. `GET` of it with `ask` and the parameters of Exotel’s Passthru answers 200 for yes and 302 for no.',
  })
    .input(byId)
    .output(madeAddress)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => makeBranchAddress(tx, ctx, input.id))),

  branch_address_end: endpoint({
    access: 'user.write',
    rest: ['/auth/user/branch_address_end'],
    confirmed: true,
    example: { id: '4' },
    extension: true,
    summary: 'End the address at which a telephone flow asks',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => endBranchAddress(tx, ctx.scope, input.id))),
};
