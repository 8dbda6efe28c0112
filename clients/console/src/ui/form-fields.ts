export interface FormField {
  /** The parameter of the call. */
  readonly name: string;
  readonly label: string;
  readonly kind?: 'text' | 'number' | 'amount' | 'choice' | 'many' | 'secret' | 'long' | 'flag';
  readonly choices?: readonly (string | { readonly value: string; readonly label: string })[];
  readonly initial?: string;
  readonly optional?: boolean;
  readonly hint?: string;
}

/** The parameters of a call, of the texts of a form. */
export function sentOf(
  fields: readonly FormField[],
  values: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const sent = fields.flatMap(({ name, kind, optional }): [string, unknown][] => {
    const text = (values[name] ?? '').trim();
    if (kind === 'flag') return [[name, text === 'yes']];
    if (text === '' && optional) return [];
    if (kind === 'number') return [[name, /^\d+$/.test(text) ? Number(text) : text]];
    if (kind === 'many') return [[name, text === '' ? [] : text.split(',')]];
    return [[name, kind === 'secret' ? (values[name] ?? '') : text]];
  });
  return Object.fromEntries(sent);
}
