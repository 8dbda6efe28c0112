import { useState } from 'react';
import { problemsOf } from './form-fields.ts';
import type { Form } from './use-form.ts';

type Texts = Readonly<Record<string, string>>;

export interface CheckedForm extends Form {
  /** Shows the faults of these fields that the console can find by itself. Returns whether it found none. */
  readonly check: (names: readonly string[]) => boolean;
}

/** A form that is sent later than its parts are left: each part can be checked before the next. */
export function useChecked(form: Form): CheckedForm {
  const [found, setFound] = useState<Texts>({});
  return {
    ...form,
    set: (name, text) => {
      setFound((before) => Object.fromEntries(Object.entries(before).filter(([faulty]) => faulty !== name)));
      form.set(name, text);
    },
    faultsOf: (error) => {
      const { fields, rest } = form.faultsOf(error);
      return { fields: { ...fields, ...found }, rest };
    },
    check: (names) => {
      const faults = problemsOf(
        form.fields.filter(({ name }) => names.includes(name)),
        form.values,
      );
      setFound(faults);
      return Object.keys(faults).length === 0;
    },
  };
}
