import { words } from '../words/words.ts';
import type { DrawnField } from './form-fields.ts';

/** A value of a field, for people. */
export function fieldText({ kind, choices }: DrawnField, text: string): string {
  const w = words.common;
  if (kind === 'flag') return text === 'yes' ? w.yes : w.no;
  if (text === '') return w.empty;
  const labelOf = (value: string) => choices?.find((choice) => choice.value === value)?.label ?? value;
  return ['many', 'texts', 'numbers'].includes(kind) ? text.split(',').map(labelOf).join(', ') : labelOf(text);
}
