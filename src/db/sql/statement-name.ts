import { createHash } from 'node:crypto';
import { FrequentTexts } from './frequent-texts.ts';

/** Every connection keeps all of them, some ten kilobytes each; a node runs about a hundred often. */
const MAX_NAMES = 300;

const names = new Map<string, string>();
const frequent = new FrequentTexts(MAX_NAMES);

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
  return frequent.use(text) ? statementName(text) : undefined;
}
