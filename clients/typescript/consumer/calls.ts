/** Calls that a program makes against a live node; a test compares what comes back. */
import { type Client, count, createClient, isLastmileError, pages, rows } from '@lastmile/client';

export interface Given {
  readonly baseUrl: string;
  readonly userid: number;
  readonly apiKey: string;
  /** Where nothing listens. */
  readonly deadUrl: string;
}

async function failure(call: Promise<unknown>): Promise<object> {
  const error = await call.catch((reason: unknown) => reason);
  if (!isLastmileError(error)) throw new Error(`not an error of the client: ${error}`);
  const { kind, status, message, fields } = error;
  return { kind, status, message, fields };
}

export async function calls({ baseUrl, userid, apiKey, deadUrl }: Given): Promise<object> {
  const client = createClient({ baseUrl, userid, apiKey });
  const anyone = createClient({ baseUrl });
  const stranger = createClient({ baseUrl, userid, apiKey: 'wrong' });
  const [first] = await rows(client.customer.list, { rows_limit: 1 });
  return {
    test: await anyone.server.test.query(),
    version: (await anyone.server.version.query()).version_no,
    firstCreatedAt: first?.created_at instanceof Date ? first.created_at.toISOString() : first,
    count: await count(client.customer.list, {}),
    pages: await pageSizes(client),
    withoutCredentials: await failure(anyone.customer.list.query({})),
    wrongKey: await failure(stranger.customer.list.query({})),
    badInput: await failure(client.customer.list.query(notTyped({ rows_limit: 101, nonsense: 1 }))),
    noNode: await failure(createClient({ baseUrl: deadUrl, retries: 0 }).server.test.query()),
  };
}

async function pageSizes(client: Client): Promise<number[]> {
  const sizes: number[] = [];
  for await (const page of pages(client.customer.list, {})) sizes.push(page.length);
  return sizes;
}

/** What a program in plain JavaScript could send. */
const notTyped = (input: object) => input as { rows_limit?: number };
