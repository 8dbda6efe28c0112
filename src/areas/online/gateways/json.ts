/** The value of a JSON text; undefined if it is none. */
export function jsonIn(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}
