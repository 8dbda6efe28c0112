import { runList } from '../../../../core/list/index.ts';
import { byId, done, newId } from '../../../../core/records/results.ts';
import { updatedRecord } from '../../../../core/records/unchanged.ts';
import { endpoint } from '../../../../rpc/endpoint.ts';
import { createNatRule, newNatRule } from './create.ts';
import { deleteNatRule } from './delete.ts';
import { natTranslation, translated, translateInside } from './in-force.ts';
import { natRules } from './list.ts';
import { natRuleChange, updateNatRule } from './update.ts';

/** Deterministic NAT of NASes, beyond the contract; part of `nasRouter`. */
export const natEndpoints = {
  nat_list: endpoint({
    access: 'nas.read',
    rest: ['/radius/nas/nat_list'],
    extension: true,
    summary: 'Rules of deterministic NAT',
  })
    .input(natRules.input)
    .output(natRules.output)
    .query(({ ctx, input }) => runList(ctx.db, natRules, { ...ctx, input })),

  nat_create: endpoint({
    access: 'nas.write',
    rest: ['/radius/nas/nat_create'],
    example: {
      ...{ nasid: '1', inside_from: '100.64.0.0', inside_upto: '100.64.0.63' },
      ...{ public_from: '198.51.100.1', public_upto: '198.51.100.2', ports: '2016' },
    },
    extension: true,
    summary: 'Add a rule of deterministic NAT',
    description:
      'Each inside address, in order, gets a block of `ports` ports, from `first_port` to `last_port` of the first public address, then of the next. `radius/trace` uses the rule to find who had a public port.',
  })
    .input(newNatRule)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createNatRule(tx, ctx, input))),

  nat_update: endpoint({
    access: 'nas.write',
    rest: ['/radius/nas/nat_update'],
    example: { notes: 'until the new router' },
    updates: updatedRecord('NAT rule', 'id'),
    extension: true,
    summary: 'End or prolong a rule of deterministic NAT',
    description:
      'The addresses and ports cannot change, because they answer questions about the past. To change them, end the rule and add another.',
  })
    .input(natRuleChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateNatRule(tx, ctx.scope, input))),

  nat_delete: endpoint({
    access: 'nas.write',
    rest: ['/radius/nas/nat_delete'],
    extension: true,
    summary: 'Delete a rule of deterministic NAT that was wrong from the start',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteNatRule(tx, ctx.scope, input.id))),

  nat_translate: endpoint({
    access: 'nas.read',
    rest: ['/radius/nas/nat_translate'],
    example: { nasid: '1', ip: '100.65.0.7' },
    extension: true,
    summary: 'The public address and ports of an inside address',
    description: 'Uses the rule of that time, so that you can compare it with what the NAS does.',
  })
    .input(natTranslation)
    .output(translated)
    .query(({ ctx, input }) => translateInside({ ...ctx, input })),
};
