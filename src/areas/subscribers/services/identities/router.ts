import { runList } from '../../../../core/list/index.ts';
import { Done, newId } from '../../../../core/records/results.ts';
import { endpoint } from '../../../../rpc/endpoint.ts';
import { addIdentity, newIdentity } from './add.ts';
import { deleteIdentity, namedIdentity } from './delete.ts';
import { identities } from './list.ts';

/** By what a service logs in without a password, where the NAS has `ipoe`. */
export const identityProcedures = {
  identity_list: endpoint({
    access: 'service.read',
    rest: ['/service/identity_list'],
    extension: true,
    summary: 'Identities of services: circuit ids and MAC addresses',
  })
    .input(identities.input)
    .output(identities.output)
    .query(({ ctx, input }) => runList(ctx.db, identities, { ...ctx, input })),

  identity_add: endpoint({
    access: 'service.write',
    rest: ['/service/identity_add'],
    example: { circuit_id: 'OLT-1 pon 1/2/3:17' },
    extension: true,
    summary: 'Let a service log in by its line or its device',
    description:
      'Give either `circuit_id`, with or without `remote_id`, or `mac`; unique within the ISP. It applies on NASes with `ipoe`. The most specific identity of a log-in decides: circuit and remote id, then the circuit id alone, then the MAC address.',
  })
    .input(newIdentity)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => addIdentity(tx, ctx, input))),

  identity_delete: endpoint({
    access: 'service.write',
    rest: ['/service/identity_delete'],
    extension: true,
    summary: 'Remove an identity from its service',
  })
    .input(namedIdentity)
    .output(Done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteIdentity(tx, ctx, input.id))),
};
