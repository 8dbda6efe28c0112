import { createHash } from 'node:crypto';

/** Every connection keeps all of them, some ten kilobytes each; a node runs about a hundred often. */
const MAX_NAMES = 300;
/** A statement that runs once in a while is not worth keeping. */
const MIN_USES = 3;

const names = new Map<string, string>();
const uses = new Map<string, number>();

/** The name of a prepared statement: one per text. */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  names.set(text, name);
  return name;
}

/** The name of a statement that is used often; undefined for all others, which are parsed and planned each time. */
export function frequentStatementName(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MAX_NAMES) return known;
  const count = (uses.get(text) ?? 0) + 1;
  if (count >= MIN_USES) {
    uses.delete(text);
    return statementName(text);
  }
  // Texts that differ at every use must not fill the memory.
  if (uses.size >= 10 * MAX_NAMES) uses.clear();
  uses.set(text, count);
  return undefined;
}
