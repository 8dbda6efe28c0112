import { readableBy, runList } from '../../../core/list/index.ts';
import { done, newId } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { exportOf } from '../../../rpc/export.ts';
import { createCustomer, newCustomer } from './create.ts';
import { deleteCustomer } from './delete.ts';
import { namedCustomer } from './find.ts';
import { CUSTOMER_NEEDS, customers } from './list.ts';
import { hashPortalPassword, portalPassword, setPortalPassword } from './portal-password.ts';
import { customerChange, updateCustomer } from './update.ts';

/** Contract 4.13. */
export const customerRouter = router({
  list: endpoint({
    access: 'customer.read',
    rest: ['/customer/list'],
    summary: 'Customers',
    description: 'Searching by `serviceid` or `username` needs the permission to read services (`service.read`).',
  })
    .input(customers.input)
    .output(customers.output)
    .query(({ ctx, input }) => {
      const list = readableBy(customers, CUSTOMER_NEEDS, { permissions: ctx.actor.permissions, input });
      return runList(ctx.db, list, { ...ctx, input });
    }),

  export: exportOf(customers, {
    access: 'customer.read',
    rest: '/customer/export',
    what: 'Customers',
    needs: CUSTOMER_NEEDS,
  }),

  create: endpoint({
    access: 'customer.write',
    rest: ['/customer/create'],
    example: {
      resellerid: '1',
      name: 'Ravi',
      zipcode: '560001',
      state: 'Karnataka',
      city: 'Bengaluru',
      street: '1 Main Road',
    },
    summary: 'Add a customer',
  })
    .input(newCustomer)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createCustomer(tx, ctx.scope, input))),

  update: endpoint({
    access: 'customer.write',
    rest: ['/customer/update'],
    example: { name: 'Ravi' },
    updates: updatedRecord('customer', 'customerid'),
    summary: 'Change a customer',
  })
    .input(customerChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateCustomer(tx, ctx, input))),

  portal_password: endpoint({
    access: 'customer.write',
    rest: ['/customer/portal_password'],
    example: { new_password: 'correct horse' },
    extension: true,
    summary: 'Set the portal password of a customer',
    description:
      'Signs the customer out of the portal. The caller needs every permission that the portal gives the customer, for all their services: also `plan.read`, `service.read`, `service.write`, `service.operate`, `session.read`, `session.disconnect` and `payment.read`. `customer/update` with `reset_password=Y` removes the password.',
  })
    .input(portalPassword)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      const hash = await hashPortalPassword(ctx.scope, input);
      return ctx.transaction((tx) => setPortalPassword(tx, ctx, input.customerid, hash));
    }),

  delete: endpoint({ access: 'customer.write', rest: ['/customer/delete'], summary: 'Delete a customer' })
    .input(namedCustomer)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteCustomer(tx, ctx, input.customerid))),
});
