import { z } from 'zod';
import { errorText, formOf, kind, type TextForm } from './kind.ts';

/** One of the documented values, case-sensitive. `aliases`: other spellings that the contract uses. */
export function oneOf<const V extends readonly [string, ...string[]]>(
  values: V,
  aliases: Record<string, V[number]> = {},
) {
  const problem = `must be ${inWords(values)}`;
  return kind(z.enum(values as unknown as [V[number], ...V[number][]], errorText(problem)), {
    parse: (text) => aliases[text.trim()] ?? text.trim(),
    render: (value: string) => value,
    document: { type: 'string', enum: [...values, ...Object.keys(aliases)] },
  });
}

/** A yes/no value in one of the documented spellings: `Y`/`N`, `1`/`0`, `on`/`off`. Native: boolean. */
function flag(yes: string, no: string) {
  const values: Record<string, boolean> = { [yes]: true, [no]: false };
  return kind(z.boolean(errorText(`must be ${yes} or ${no}`)), {
    parse: (text) => values[text.trim()] ?? text,
    render: (value: boolean) => (value ? yes : no),
    document: { type: 'string', enum: [yes, no] },
  });
}

export const flagYN = () => flag('Y', 'N');
export const flag01 = () => flag('1', '0');
export const flagOnOff = () => flag('on', 'off');

/** No list of the contract is nearly as long. A longer text is left for the schema to refuse, unread. */
const MAX_ITEMS = 10_000;

/** Several comma-separated values in one text. Native: an array without duplicates. */
export function csv<S extends z.ZodType>(item: S, { min = 1, max }: { min?: number; max?: number } = {}) {
  const form = formOf(item);
  if (!form) throw new Error('csv() takes a kind');
  const problem = min > 0 ? 'must be a comma-separated list with at least one value' : 'must be a comma-separated list';
  const schema = z
    .array(item, errorText(problem))
    .min(min, { error: problem })
    .max(max ?? Number.MAX_SAFE_INTEGER, { error: `must have at most ${max} values` })
    .transform((values) => [...new Set(values)]);
  return kind(schema, {
    parse: (text, zone) => {
      const parts = text.split(',', MAX_ITEMS + 1);
      return parts.length > MAX_ITEMS ? text : named(parts).map((part) => form.parse(part, zone));
    },
    render: (values: never[], zone) => values.map((value) => form.render(value, zone)).join(','),
    document: {
      type: 'string',
      description: `comma-separated${max === undefined ? '' : `, at most ${max}`}`,
      example: exampleIn(form),
    },
  });
}

function exampleIn({ document: { example, enum: values } }: TextForm): string {
  return String(example ?? (Array.isArray(values) ? values[0] : ''));
}

const named = (parts: readonly string[]) => parts.map((part) => part.trim()).filter((part) => part !== '');

export function inWords(values: readonly string[]): string {
  if (values.length < 2) return values.join('');
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}
