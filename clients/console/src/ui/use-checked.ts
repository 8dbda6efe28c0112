import { useState } from 'react';
import type { DrawnField } from './form-fields.ts';
import type { Form } from './use-form.ts';

type Texts = Readonly<Record<string, string>>;

export interface CheckedForm extends Form {
  /** Shows what is wrong with these fields, as far as it is known without asking the node. Returns whether nothing is. */
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

/** What the node would say of these texts. Whether a field may be empty is for the browser to check. */
export function problemsOf(fields: readonly DrawnField[], values: Texts): Record<string, string> {
  const faults = fields.flatMap(({ name, pattern, problem }): [string, string][] => {
    const text = (values[name] ?? '').trim();
    if (pattern === undefined || problem === undefined || text === '') return [];
    return new RegExp(pattern, 'u').test(text) ? [] : [[name, problem]];
  });
  return Object.fromEntries(faults);
}
