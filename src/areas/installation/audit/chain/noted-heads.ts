import { open } from 'node:fs/promises';
import { z } from 'zod';
import type { SignedHead } from './heads.ts';
import { isSigned } from './signature.ts';

const noted = z.object({
  isp: z.number().int().min(0),
  seq: z.number().int().min(1),
  sealed_at: z.iso.datetime(),
  head: z.string().regex(/^[0-9a-f]{64}$/),
  key: z.string().optional(),
  signature: z.string().optional(),
});

/** A line of a file that holds a head, and why it proves nothing, if it does not. */
export interface NotedHead {
  readonly head: SignedHead;
  readonly line: number;
  readonly distrust: string | undefined;
}

/**
 * The heads in a file: what `audit head` has printed, or the log of a node, of which other lines are passed over.
 * @param trusted public keys whose signatures count
 */
export async function* headsInFile(path: string, trusted: readonly string[]): AsyncGenerator<NotedHead> {
  const file = await open(path);
  try {
    let line = 0;
    for await (const text of file.readLines()) {
      line += 1;
      const head = headIn(text);
      if (head) yield { head, line, distrust: distrustOf(head, trusted) };
    }
  } finally {
    await file.close();
  }
}

function headIn(text: string): SignedHead | undefined {
  if (!text.includes('"head"')) return undefined;
  try {
    const parsed = noted.safeParse(JSON.parse(text.slice(text.indexOf('{'))));
    return parsed.success ? (parsed.data as SignedHead) : undefined;
  } catch {
    return undefined;
  }
}

function distrustOf(head: SignedHead, trusted: readonly string[]): string | undefined {
  const { key, signature } = head;
  if (key === undefined || signature === undefined) return undefined;
  if (!isSigned(head, { key, signature })) return 'has a wrong signature';
  return trusted.includes(key) ? undefined : `is signed with another key, ${key}; if you trust it, add it with --key`;
}
