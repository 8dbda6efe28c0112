import { document } from '../../../core/content/download.ts';
import { readableBy, runList } from '../../../core/list/index.ts';
import { done, newId } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { exportOf } from '../../../rpc/export.ts';
import { REVEAL, revealedNumbers, revealNumbers } from '../reveal-numbers.ts';
import { cafPdf } from './caf/caf-pdf.ts';
import { readApplication } from './caf/read-application.ts';
import { createCustomer, newCustomer } from './create.ts';
import { deleteCustomer } from './delete.ts';
import { namedCustomer } from './find.ts';
import { CUSTOMER_NEEDS, customers } from './list.ts';
import { personalData } from './personal-data/router.ts';
import { hashPortalPassword, portalPassword, setPortalPassword } from './portal-password.ts';
import { customerStatement, customerStatementInput, readCustomerStatement } from './statement.ts';
import { unlinkChats } from './unlink-chats.ts';
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

  statement: endpoint({
    access: 'payment.read',
    rest: ['/customer/statement'],
    extension: true,
    summary: 'Statement of account of a customer',
    description:
      'The entries of all services of the customer in order, with what is owed for all of them after each. A balance above 0 is owed to the ISP.',
  })
    .input(customerStatementInput)
    .output(customerStatement)
    .query(({ ctx, input }) => readCustomerStatement(ctx.db, ctx.scope, input)),

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

  phone_reveal: endpoint({
    access: 'phone.reveal',
    rest: ['/customer/phone_reveal'],
    extension: true,
    summary: 'The telephone numbers of a customer, where the ISP masks them',
    description: REVEAL,
  })
    .input(namedCustomer)
    .output(revealedNumbers)
    .mutation(({ ctx, input: { customerid: id } }) =>
      ctx.transaction((tx) => revealNumbers(tx, ctx, { what: 'customer', id })),
    ),

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

  chat_unlink: endpoint({
    access: 'customer.write',
    rest: ['/customer/chat_unlink'],
    extension: true,
    summary: 'Unlink the chats at WhatsApp that a customer has linked',
    description:
      'For a customer who has lost a telephone: an id that hides the number then proves nothing to bots, until a code links it again. A change of `mobile` does the same. Answers `done` also if no chat is linked.',
  })
    .input(namedCustomer)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => unlinkChats(tx, ctx.scope, input.customerid))),

  caf: endpoint({
    access: 'customer.read',
    rest: ['/customer/caf'],
    extension: true,
    summary: 'The application form of a customer as a PDF file',
    description:
      'Answers with the file, filled from the record and to be signed. With `service.read` it has the connections of the customer, at most 20.',
  })
    .input(namedCustomer)
    .output(document('application/pdf'))
    .query(async ({ ctx, input: { customerid } }) => {
      const caller = { scope: ctx.scope, maySeeServices: ctx.actor.permissions.has('service.read') };
      const content = await cafPdf(await readApplication(ctx.db.pool, caller, customerid));
      return { filename: `caf-${customerid}.pdf`, media_type: 'application/pdf', content };
    }),

  ...personalData,

  delete: endpoint({ access: 'customer.write', rest: ['/customer/delete'], summary: 'Delete a customer' })
    .input(namedCustomer)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteCustomer(tx, ctx, input.customerid))),
});
