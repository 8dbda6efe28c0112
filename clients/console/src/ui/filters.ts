import type { Source } from './form-fields.ts';

/** A filter of a list: its place in the address is its key. */
export interface Filter {
  /** The parameter of the list, unless `toInput` says more. */
  readonly key: string;
  readonly label: string;
  readonly kind: 'text' | 'number' | 'choice' | 'flag' | 'day';
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** Of a number that is the id of a record: it is found by its name. */
  readonly source?: Source;
  /** Always in sight; the others are added by need. */
  readonly pinned?: boolean;
  /** A text of any kind, with room for what it can be. */
  readonly wide?: boolean;
  /** A choice that is always made, and named in full. */
  readonly required?: boolean;
  /** Sent while nothing is chosen. */
  readonly unset?: Readonly<Record<string, unknown>>;
  readonly toInput?: (text: string) => Readonly<Record<string, unknown>>;
}

type Filters = Readonly<Record<string, unknown>>;

/** The parameters of a list, from the texts of an address. What is not understood is left out. */
export function inputOf(
  filters: readonly Filter[],
  address: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.assign({}, ...filters.map((filter) => inputOfOne(filter, address[filter.key] ?? ''))) as Record<
    string,
    unknown
  >;
}

function inputOfOne({ key, kind, choices, unset = {}, toInput }: Filter, text: string): Filters {
  if (text === '') return unset;
  if (kind === 'choice' && !choices?.some(({ value }) => value === text)) return unset;
  if (toInput) return toInput(text);
  if (kind === 'number') return /^\d{1,15}$/.test(text) ? { [key]: Number(text) } : {};
  if (kind === 'flag') return { [key]: text === 'yes' };
  if (kind === 'day') return /^\d{4}-\d{2}-\d{2}$/.test(text) ? { [key]: text } : {};
  return { [key]: text };
}

/** A filter for the beginning of a text: the node's lists take `%`. */
export const startingWith = (parameter: string) => (text: string) => ({
  [parameter]: text.includes('%') ? text : `${text}%`,
});
