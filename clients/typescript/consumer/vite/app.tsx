/** A page as an integrator writes one: TanStack Query over the client. A test compiles it, builds it and opens it in a browser. */
import { type AppRouter, type CustomerListRow, createClient, isLastmileError } from '@lastmile/client';
import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { type FormEvent, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

const { userid = '', key = '' } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const client = createClient({ baseUrl: location.origin, userid, apiKey: key, retries: 0 });
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const lastmile = createTRPCOptionsProxy<AppRouter>({ client, queryClient });

const isCount = (list: CustomerListRow[] | number): list is number => typeof list === 'number';

function Customers() {
  const { data, error } = useQuery(lastmile.customer.list.queryOptions({ sort_field: 'id' }));
  const rename = useMutation(
    lastmile.customer.update.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(lastmile.customer.list.queryFilter()),
    }),
  );
  const [name, setName] = useState('');
  if (error) return <p role="alert">{isLastmileError(error) ? error.kind : error.message}</p>;
  if (data === undefined || isCount(data)) return <p>…</p>;
  const first = data[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (first) rename.mutate({ customerid: first.id, name });
  };
  return (
    <form onSubmit={submit}>
      <output>{first && `${first.name} since ${first.created_at.getUTCFullYear()}`}</output>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <button type="submit">Rename</button>
    </form>
  );
}

// @ts-expect-error Not a parameter.
lastmile.customer.list.queryOptions({ customer: 7 });
// @ts-expect-error A change is no query.
lastmile.customer.update.queryOptions({ customerid: 7 });

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Customers />
      </QueryClientProvider>
    </StrictMode>,
  );
