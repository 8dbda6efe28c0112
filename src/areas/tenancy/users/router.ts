import { z } from 'zod';
import { runList } from '../../../core/list/index.ts';
import { byId, done, newId } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { shown } from '../../../core/wire/index.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { apiKeyRotation, issuedApiKey, rotateApiKey } from './api-key-rotate.ts';
import { branchAddress } from './branch-address/router.ts';
import { userCash } from './cash/router.ts';
import { createUser, hashUserPassword, newUser } from './create.ts';
import { deleteUser } from './delete.ts';
import { findUser } from './find.ts';
import { apiKeyEnd, apiKeys, endKey, keysOfUser } from './keys.ts';
import { users } from './list.ts';
import { roleList, rolesWithPermissions } from './role-list.ts';
import { removeSecondFactor } from './second-factor-remove.ts';
import { limitTakenNames } from './taken-names.ts';
import { updateUser, userChange } from './update.ts';

/** Contract 4.2. */
export const userRouter = router({
  list: endpoint({ access: 'user.read', rest: ['/auth/user/list'], summary: 'CRM login users' })
    .input(users.input)
    .output(users.output)
    .query(({ ctx, input }) => runList(ctx.db, users, { ...ctx, input })),

  create: endpoint({
    access: 'user.write',
    rest: ['/auth/user/create'],
    confirmed: true,
    example: { password: 'correct horse battery', roles: 'Support' },
    summary: 'Add a CRM login user',
  })
    .input(newUser)
    .output(newId())
    .mutation(async ({ ctx, input: { password, ...input } }) => {
      const passwordHash = await hashUserPassword(ctx.scope, password);
      const create = () => ctx.transaction((tx) => createUser(tx, ctx.scope, { ...input, passwordHash }));
      return limitTakenNames(ctx.kernel, ctx.scope, create);
    }),

  update: endpoint({
    access: 'user.write',
    rest: ['/auth/user/update'],
    confirmed: true,
    example: { id: '3', roles: 'Support' },
    updates: updatedRecord('login user', 'id'),
    summary: 'Change a CRM login user',
  })
    .input(userChange)
    .output(done)
    .mutation(async ({ ctx, input: { password, ...input } }) => {
      const passwordHash = password === undefined ? undefined : await hashUserPassword(ctx.scope, password);
      const change = () => ctx.transaction((tx) => updateUser(tx, ctx.scope, { ...input, passwordHash }));
      return input.username === undefined ? change() : limitTakenNames(ctx.kernel, ctx.scope, change);
    }),

  delete: endpoint({
    access: 'user.write',
    rest: ['/auth/user/delete'],
    confirmed: true,
    example: { id: '3' },
    summary: 'Delete a CRM login user',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteUser(tx, ctx, input.id))),

  roles: endpoint({
    access: 'user.read',
    rest: ['/auth/user/roles'],
    example: { id: '3' },
    summary: 'Roles of a login user',
  })
    .input(byId)
    .output(z.array(shown()))
    .query(async ({ ctx, input }) => (await findUser(ctx.db.pool, ctx.scope, input.id)).roles),

  api_key_rotate: endpoint({
    access: 'user.write',
    rest: ['/auth/user/api_key_rotate'],
    confirmed: true,
    example: { id: '3' },
    extension: true,
    summary: 'Issue a new API key',
    description:
      'Also issues the first key of a new user. The answer shows the key once; the database stores only a digest.',
  })
    .input(apiKeyRotation)
    .output(issuedApiKey)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => rotateApiKey(tx, ctx, input))),

  second_factor_remove: endpoint({
    access: 'user.write',
    rest: ['/auth/user/second_factor_remove'],
    confirmed: true,
    example: { id: '3' },
    extension: true,
    summary: 'Remove the second factor of a login user',
    description: 'For a user who has lost the authenticator. It signs the user out everywhere.',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => removeSecondFactor(tx, ctx.scope, input.id))),

  keys: endpoint({
    access: 'user.read',
    rest: ['/auth/user/keys'],
    example: { id: '3' },
    extension: true,
    summary: 'API keys of a login user',
    description:
      'The time when each key was issued and when it ends, newest first, at most 100. The keys themselves are never shown.',
  })
    .input(byId)
    .output(apiKeys)
    .query(({ ctx, input }) => keysOfUser(ctx.db.pool, ctx.scope, { userId: input.id, now: ctx.kernel.clock.now() })),

  key_end: endpoint({
    access: 'user.write',
    rest: ['/auth/user/key_end'],
    confirmed: true,
    example: { id: '3', keyid: '3' },
    extension: true,
    summary: 'End an API key at once',
  })
    .input(apiKeyEnd)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => endKey(tx, ctx, input))),

  ...branchAddress,

  role_list: endpoint({
    access: 'user.read',
    rest: ['/auth/user/role_list'],
    extension: true,
    summary: 'Roles and the permissions they grant',
    description: 'The group of a login user limits what its roles grant.',
  })
    .output(roleList)
    .query(() => rolesWithPermissions()),

  ...userCash,
});
