import { createHash } from 'node:crypto';
import { FrequentTexts } from './frequent-texts.ts';

/** Every connection keeps all of them, some ten kilobytes each; a node runs about a hundred often. */
const MAX_NAMES = 300;
/**
 * A caller chooses which columns of a table are written, so with many combinations it could take all names. Those of a table
 * are therefore counted apart.
 */
const MAX_NAMES_OF_WRITES = 15;
const WRITE = /^(?:INSERT INTO|UPDATE) \S+/;

const names = new Map<string, string>();
const frequent = new FrequentTexts(MAX_NAMES);
const frequentWrites = new Map<string, FrequentTexts>();

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
  return textsLike(text).use(text) ? statementName(text) : undefined;
}

/** The texts that a statement shares the limit with. */
function textsLike(text: string): FrequentTexts {
  const write = WRITE.exec(text)?.[0];
  if (write === undefined) return frequent;
  let texts = frequentWrites.get(write);
  if (!texts) {
    texts = new FrequentTexts(MAX_NAMES_OF_WRITES);
    frequentWrites.set(write, texts);
  }
  return texts;
}
