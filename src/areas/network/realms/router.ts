import { runList } from '../../../core/list/index.ts';
import { byId, done, newId } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { createRealmRule, newRealmRule } from './create.ts';
import { deleteRealmRule } from './delete.ts';
import { realmRules } from './list.ts';
import { realmTest, realmTestInput, testRealm } from './test.ts';
import { realmRuleChange, updateRealmRule } from './update.ts';

/** What realms in usernames mean, beyond the contract. */
export const realmRouter = router({
  list: endpoint({
    access: 'nas.read',
    rest: ['/radius/realm/list'],
    extension: true,
    summary: 'What realms in usernames mean',
  })
    .input(realmRules.input)
    .output(realmRules.output)
    .query(({ ctx, input }) => runList(ctx.db, realmRules, { ...ctx, input })),

  create: endpoint({
    access: 'nas.write',
    rest: ['/radius/realm/create'],
    extension: true,
    example: { realm: 'example.net' },
    summary: 'Add a rule for a realm in usernames',
    description:
      'If the whole username belongs to a subscriber, that subscriber always wins. Otherwise the rules of the NAS apply, then the rules of the ISP; the rule of a realm comes before `*`. Sessions and logs keep the name as the NAS sent it. At most 50 rules per ISP.',
  })
    .input(newRealmRule)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createRealmRule(tx, ctx.scope, input))),

  update: endpoint({
    access: 'nas.write',
    rest: ['/radius/realm/update'],
    extension: true,
    example: { action: 'keep' },
    updates: updatedRecord('realm rule', 'id'),
    summary: 'Change a rule for a realm in usernames',
  })
    .input(realmRuleChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateRealmRule(tx, ctx.scope, input))),

  delete: endpoint({
    access: 'nas.write',
    rest: ['/radius/realm/delete'],
    extension: true,
    summary: 'Delete a rule for a realm in usernames',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteRealmRule(tx, ctx.scope, input.id))),

  test: endpoint({
    access: 'nas.read',
    rest: ['/radius/realm/test'],
    extension: true,
    example: { username: 'ravi@example.net' },
    summary: 'Which subscriber a username would log in',
    description: 'Applies the present rules. Changes nothing.',
  })
    .input(realmTestInput)
    .output(realmTest)
    .query(({ ctx, input }) => testRealm(ctx.db, ctx.scope, input)),
});
