/** What a form must know of a parameter, derived from the schema of the node. Absent: no such limit; required; no default. */
export interface FieldShape {
  readonly kind: FieldKind;
  readonly choices?: readonly string[];
  /** Of a number. */
  readonly min?: number;
  /** Of a number; of a text the most characters. */
  readonly max?: number;
  readonly optional?: true;
  /** Null empties it. */
  readonly clearable?: true;
  /** As a form holds it: a text; of a flag `yes` or nothing. */
  readonly fallback?: string;
  /** Of a text: a regular expression with the flag `u`, and what the node says of a text that does not match. */
  readonly pattern?: string;
  readonly problem?: string;
}

/** `amount`: an exact decimal. `many`: some of the choices. `time`: an instant. */
export type FieldKind =
  | 'text'
  | 'long'
  | 'secret'
  | 'number'
  | 'amount'
  | 'choice'
  | 'many'
  | 'texts'
  | 'numbers'
  | 'flag'
  | 'day'
  | 'time';

/** The fields of one change, by their names. */
export type FormShape = Readonly<Record<string, FieldShape>>;
