import { z } from 'zod';
import { runList } from '../../core/list/index.ts';
import { byId, done, newId } from '../../core/results.ts';
import { shown } from '../../core/wire/index.ts';
import { endpoint, router } from '../../rpc/endpoint.ts';
import { apiKeyRotation, issuedApiKey, rotateApiKey } from './api-key-rotate.ts';
import { createUser, newUser } from './create.ts';
import { deleteUser } from './delete.ts';
import { findUser } from './find.ts';
import { users } from './list.ts';
import { removeSecondFactor } from './second-factor-remove.ts';
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
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createUser(tx, ctx.scope, input))),

  update: endpoint({
    access: 'user.write',
    rest: ['/auth/user/update'],
    confirmed: true,
    example: { id: '3', roles: 'Support' },
    updates: true,
    summary: 'Change a CRM login user',
  })
    .input(userChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateUser(tx, ctx.scope, input))),

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
    description: 'Also issues the first key of a new user. The key is shown only once and stored only as a digest.',
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
    description: 'For a user whose authenticator is lost. Its sessions end.',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => removeSecondFactor(tx, ctx.scope, input.id))),
});
