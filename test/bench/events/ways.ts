import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reader } from './reader.ts';

export interface Caller {
  /** Of the node's HTTP server. */
  readonly origin: string;
  readonly userid: number;
  readonly api_key: string;
}

interface Told {
  readonly id: number | string;
  readonly data: { readonly street: string };
}

const PAGE = 100;
/** After a page that was not full. */
const PAUSE_MS = 250;

export async function call<T>(caller: Caller, path: string, parameters: Record<string, string | number>): Promise<T> {
  const answer = await post(caller, path, parameters);
  const { result, error } = (await answer.json()) as { result: T; error: string | null };
  if (error !== null) throw new Error(`${path}: ${error}`);
  return result;
}

function post({ origin, userid, api_key }: Caller, path: string, parameters: object): Promise<Response> {
  const body = new URLSearchParams({ userid: String(userid), api_key });
  for (const [name, value] of Object.entries(parameters)) body.set(name, String(value));
  return fetch(`${origin}/api/${path}`, { method: 'POST', body });
}

/** `event/list` with `after`, page by page, for ever. */
export async function list(caller: Caller, reader: Reader): Promise<never> {
  for (let after = 0; ; ) {
    const page = await call<Told[]>(caller, 'event/list', { after, rows_limit: PAGE });
    for (const { id, data } of page) reader.take(Number(id), data.street);
    after = Number(page.at(-1)?.id ?? after);
    if (page.length < PAGE) await sleep(PAUSE_MS);
  }
}

/** `event/stream`, opened again with the last id whenever it ends. */
export async function stream(caller: Caller, reader: Reader): Promise<never> {
  for (let after = 0; ; ) {
    const answer = await post(caller, 'event/stream', { after });
    if (!answer.ok || !answer.body) throw new Error(`event/stream: ${await answer.text()}`);
    let text = '';
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
      text += part;
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const json = message.split('\n').find((line) => line.startsWith('data: '));
        if (!json) continue;
        const { id, data } = JSON.parse(json.slice('data: '.length)) as Told;
        after = Number(id);
        reader.take(after, data.street);
      }
    }
  }
}

/** A receiver of webhooks that confirms each at once. */
export async function receiver(reader: Reader): Promise<Server & { readonly port: number }> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      response.writeHead(204).end();
      const { id, data } = JSON.parse(Buffer.concat(parts).toString()) as Told;
      reader.take(Number(id), data.street);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(server, { port: (server.address() as AddressInfo).port });
}
