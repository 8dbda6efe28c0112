/** What the declarations promise to a program that has no server code. Compiled by a test, never run. */
import {
  type Client,
  type CustomerListRow,
  count,
  createClient,
  type ErrorKind,
  type Inputs,
  isLastmileError,
  type Outputs,
  pages,
  rows,
} from '@lastmile/client';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_ extends true>(): void => {};

const newCustomer: Inputs['customer']['create'] = {
  type: 'Individual',
  name: 'Ravi',
  mobile: '9800000001',
  email: 'ravi@example.net',
  zipcode: '560001',
  state: 'Karnataka',
  city: 'Bengaluru',
  street: '1 Main Road',
};

/** Settings as an environment has them: present or not. */
export const configured = (apiKey: string | undefined, timeoutMs: number | undefined): Client =>
  createClient({ baseUrl: 'https://crm.example.net', userid: '7', apiKey, timeoutMs, fetch });

export async function accepted(client: Client): Promise<void> {
  holds<Equal<Awaited<ReturnType<typeof client.server.test.query>>, 'OK'>>();
  holds<Equal<Outputs['customer']['list'], CustomerListRow[] | number>>();
  holds<Equal<CustomerListRow['created_at'], Date>>();
  holds<Equal<CustomerListRow['id'], number>>();
  holds<Equal<CustomerListRow['surname'], string | null>>();
  holds<Equal<CustomerListRow['type'], 'Individual' | 'Organisation'>>();

  const id: number = await client.customer.create.mutate(newCustomer);
  const found: CustomerListRow[] = await rows(client.customer.list, { customerid: id, sort_order: 'desc' });
  const total: number = await count(client.customer.list, { name: 'R%' });
  for await (const page of pages(client.customer.list, { rows_limit: 50 })) found.push(...page);
  found[0]?.created_at.getTime().toFixed(total);
}

export async function refused(client: Client): Promise<void> {
  // @ts-expect-error An id is a number.
  await client.customer.list.query({ customerid: '7' });
  // @ts-expect-error Not a parameter.
  await client.customer.list.query({ customer: 7 });
  // @ts-expect-error Not one of the documented values.
  await client.customer.list.query({ type: 'Company' });
  // @ts-expect-error A parameter is missing.
  await client.customer.create.mutate({ ...newCustomer, email: undefined });
  // @ts-expect-error The result may be a count.
  (await client.customer.list.query({})).length;
  // @ts-expect-error A read is no mutation.
  await client.customer.list.mutate({});
  // @ts-expect-error No such procedure.
  await client.customer.remove.mutate({ id: 1 });
  // @ts-expect-error `rows` decides on `show_count` itself.
  await rows(client.customer.list, { show_count: true });
  // @ts-expect-error A helper is as strict as the call.
  await rows(client.customer.list, { customerid: '7' });
  // @ts-expect-error A count takes no page.
  await count(client.customer.list, { rows_limit: 5 });
  // @ts-expect-error Not a list.
  await rows(client.server.version, {});
}

export function explained(error: unknown): string {
  if (!isLastmileError(error)) return 'not ours';
  const kind: ErrorKind = error.kind;
  // @ts-expect-error No such kind.
  if (kind === 'teapot') return 'never';
  return (
    error.fields.map(({ parameter, problem }) => `${parameter}: ${problem}`).join() + (error.status ?? 0).toFixed()
  );
}
