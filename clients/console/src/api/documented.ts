/** Files take the documented texts. JSON also has numbers and booleans; a comparison is one text there: `>0`. */
export function documented(parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      const { op, value: limit } = (value ?? {}) as { op?: string; value?: unknown };
      return [name, typeof op === 'string' ? `${op}${String(limit)}` : value];
    }),
  );
}
