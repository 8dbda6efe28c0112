/** What a terminal shows at least. */
const COLUMNS = 80;

/** Breaks a text between words, at 80 columns. Lines after the first begin with `indent` spaces; a longer word stays whole. */
export function wrapped(text: string, indent = 0): string {
  const [first = '', ...rest] = text.split(/(?<=\S) +/);
  const lines = [first];
  for (const word of rest) {
    const line = lines.pop() ?? '';
    const longer = `${line} ${word}`;
    lines.push(...(longer.length > COLUMNS ? [line, ' '.repeat(indent) + word] : [longer]));
  }
  return lines.join('\n');
}
