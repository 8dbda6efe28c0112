import { problemsOf } from '../../ui/form-fields.ts';
import type { Form } from '../../ui/use-form.ts';
import { fieldsOf, STEPS } from './steps.ts';

/** Whether a step needs nothing more, as far as the console can tell: a lead may have said it all. */
export const isComplete = (forms: readonly Pick<Form, 'fields' | 'values'>[], step: number): boolean =>
  forms.every(({ fields, values }) => {
    const own = fields.filter(({ name }) => fieldsOf(step).includes(name));
    const isMissing = own.some(
      ({ name, optional, kind }) => !optional && kind !== 'flag' && (values[name] ?? '').trim() === '',
    );
    return !isMissing && Object.keys(problemsOf(own, values)).length === 0;
  });

/** The first step that needs something, but for one; undefined: no other does. */
export function firstOpen(forms: readonly Pick<Form, 'fields' | 'values'>[], butFor?: number): number | undefined {
  const found = STEPS.findIndex((_, step) => step !== butFor && !isComplete(forms, step));
  return found < 0 ? undefined : found;
}
