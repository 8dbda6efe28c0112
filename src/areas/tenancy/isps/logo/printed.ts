import { createHash } from 'node:crypto';
import { alphaSizeOf } from './alpha-png.ts';
import { printable } from './scale.ts';

/** Logos of 50 kB at most, which become smaller. */
const MAX_KEPT = 200;
/** By digest; the one that was printed longest ago first. */
const scaled = new Map<string, Buffer>();

/** A logo as it goes into a document. One that was stored before logos were scaled is scaled here, and kept. */
export function printedLogo(content: Buffer): Buffer {
  if (alphaSizeOf(content) === undefined) return content;
  const digest = createHash('sha256').update(content).digest('base64');
  const known = scaled.get(digest) ?? printable(content);
  scaled.delete(digest);
  scaled.set(digest, known);
  const [oldest = digest] = scaled.keys();
  if (scaled.size > MAX_KEPT) scaled.delete(oldest);
  return known;
}
