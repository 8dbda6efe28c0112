import type { Request } from 'autocannon';
import { apiKeyOf } from '../dataset.ts';
import type { Child } from './child.ts';
import type { HotList, Question } from './hot-lists.ts';

/** Enough that no two connections ask the same at once. */
const QUESTIONS = 400;

export const questionsOf = (list: HotList): Question[] => Array.from({ length: QUESTIONS }, (_, n) => list.question(n));

/** The documented call: a form with the credentials in it. Login user n of the dataset administers ISP n. */
export function request(path: string, user: number, parameters: Readonly<Record<string, string>>): Request {
  const fields = { ...parameters, userid: String(user), api_key: apiKeyOf(user) };
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  };
}

export const requestsOf = (list: HotList): Request[] =>
  questionsOf(list).map(({ isp, parameters }) => request(list.path, isp, parameters));

type Row = Record<string, unknown>;

export async function answerOf(child: Child, { method = 'GET', path, headers, body }: Request): Promise<unknown> {
  const init = { method, headers: (headers ?? {}) as Record<string, string>, ...(body ? { body: String(body) } : {}) };
  const response = await fetch(child.origin + path, init);
  const answer = (await response.json()) as { result: unknown; error: string | null };
  if (response.status !== 200) throw new Error(`${path}: ${answer.error}`);
  return answer;
}

export async function resultOf(child: Child, asked: Request): Promise<Row[]> {
  return ((await answerOf(child, asked)) as { result: Row[] }).result;
}
