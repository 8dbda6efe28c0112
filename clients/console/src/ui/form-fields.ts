import type { FieldShape, FormShape } from '../api/field-shape.ts';
import { words } from '../words/words.ts';
import { wordedChoice } from './choice-word.ts';
import { instantOf, localOf } from './instant.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

type Filters = Readonly<Record<string, unknown>>;

/** Records to choose from. Where there are more than anybody reads through, the node looks for what is typed. */
export interface Source {
  /** The procedure of the list. */
  readonly path: string;
  /** The lists that make up the choices; each is cut at a hundred. */
  readonly lists: readonly Filters[];
  /** The filter for a part of the name. */
  readonly finds: (text: string) => Filters;
  /** The filter for the record of a value. */
  readonly has: (value: string) => Filters;
  readonly choice: (row: never) => Choice;
  /** Before those of the lists, such as the ISP itself among its resellers. */
  readonly first?: readonly Choice[];
}

/** A field of a form. Its kind, limits and choices come from the node; a screen says which, and in what order. */
export interface FormField {
  /** The parameter of the call. */
  readonly name: string;
  /** Without it, that of `words.fields`. */
  readonly label?: string;
  readonly hint?: string;
  readonly initial?: string;
  /** Few records to choose from, such as the durations of a plan. */
  readonly choices?: readonly Choice[];
  /** Records to choose from that may be many, such as resellers. */
  readonly source?: Source;
  /** Of the declared choices these. */
  readonly only?: readonly string[];
  /** A secret to be read, since it was made up here. */
  readonly plain?: true;
  /** Must be filled in, though the call can do without. */
  readonly required?: boolean;
  /** A heading before the field. */
  readonly section?: string;
  /** A line of its own. */
  readonly wide?: true;
}

/** The name of a field alone is enough. */
export type FieldSpec = string | FormField;

/** A field as it is drawn. */
export interface DrawnField extends Omit<FieldShape, 'choices'> {
  readonly name: string;
  readonly label: string;
  readonly choices?: readonly Choice[];
  readonly source?: Source;
  readonly hint?: string;
  readonly initial: string;
  readonly plain?: true;
  readonly section?: string;
  readonly wide?: true;
}

type Texts = Readonly<Record<string, string>>;
/** The stored record that a form changes. */
export type Stored = object;

const storedText = (stored: Stored, name: string) => textOf((stored as Readonly<Record<string, unknown>>)[name]);

/** Fields that begin with what a record has, of a form that sends all of them. */
export const filledIn = (specs: readonly FieldSpec[], stored: Stored): FormField[] =>
  specs.map((spec) => {
    const field: FormField = typeof spec === 'string' ? { name: spec } : spec;
    return { ...field, initial: storedText(stored, field.name) };
  });

/** The fields of a form as drawn: what the node declares, then what the screen says. */
export function drawnFields(shape: FormShape, specs: readonly FieldSpec[], stored?: Stored): DrawnField[] {
  const labels: Texts = words.fields;
  const hints: Texts = words.hints;
  return specs.map((spec) => {
    const own: FormField = typeof spec === 'string' ? { name: spec } : spec;
    const { choices: values, optional, ...derived } = shape[own.name] ?? { kind: 'text' as const };
    const choices = own.choices ?? values?.filter((value) => own.only?.includes(value) ?? true).map(wordedChoice);
    const hint = own.hint ?? hints[own.name];
    return {
      ...derived,
      name: own.name,
      label: own.label ?? labels[own.name] ?? own.name,
      initial: own.initial ?? (stored ? storedText(stored, own.name) : (derived.fallback ?? '')),
      ...(choices ? { choices } : {}),
      ...(own.source ? { source: own.source } : {}),
      ...(hint ? { hint } : {}),
      ...(optional && isOptional(derived, own, stored) ? { optional } : {}),
      ...(own.plain ? { plain: own.plain } : {}),
      ...(own.section ? { section: own.section } : {}),
      ...(own.wide ? { wide: own.wide } : {}),
    };
  });
}

/** A change may leave everything out; what then stays empty must be allowed to. */
function isOptional({ clearable }: Partial<FieldShape>, { name, required }: FormField, stored?: Stored): boolean {
  if (required) return false;
  return stored === undefined || clearable === true || storedText(stored, name) === '';
}

/** A stored value as a form holds it. */
function textOf(value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return 'yes';
  if (value instanceof Date) return localOf(value);
  return String(value);
}

export const initialTexts = (fields: readonly DrawnField[]): Record<string, string> =>
  Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));

/** The parameters of a call, of the texts of a form. Of a record that is changed, only what differs is sent. */
export function sentOf(fields: readonly DrawnField[], values: Texts, stored?: Stored): Record<string, unknown> {
  const sent = fields.flatMap((field): [string, unknown][] => {
    const { name, kind, optional, clearable, initial } = field;
    const typed = values[name] ?? '';
    const text = kind === 'secret' ? typed : typed.trim();
    if (stored && text === initial) return [];
    if (kind === 'flag') return [[name, text === 'yes']];
    if (text !== '') return [[name, parsed(kind, text)]];
    if (stored && clearable) return [[name, null]];
    if (optional) return [];
    return [[name, ['many', 'texts', 'numbers'].includes(kind) ? [] : text]];
  });
  return Object.fromEntries(sent);
}

/** What is not understood is sent as it is, for the node to say why. */
function parsed(kind: FieldShape['kind'], text: string): unknown {
  const numberOf = (digits: string) => (/^-?\d{1,15}$/.test(digits) ? Number(digits) : digits);
  const parts = () => text.split(',').flatMap((part) => part.trim() || []);
  switch (kind) {
    case 'number':
      return numberOf(text);
    case 'numbers':
      return parts().map(numberOf);
    case 'many':
    case 'texts':
      return parts();
    case 'time':
      return instantOf(text) ?? text;
    default:
      return text;
  }
}

/** What the node would say of these texts. `Form` says which field must not be empty. */
export function problemsOf(fields: readonly DrawnField[], values: Texts): Record<string, string> {
  const faults = fields.flatMap(({ name, pattern, problem }): [string, string][] => {
    const text = (values[name] ?? '').trim();
    if (pattern === undefined || problem === undefined || text === '') return [];
    return new RegExp(pattern, 'u').test(text) ? [] : [[name, problem]];
  });
  return Object.fromEntries(faults);
}
