import { useState } from 'react';
import type { Path } from '../api/client.ts';
import { formFaults } from '../api/faults.ts';
import { formOf } from '../api/forms.ts';
import { type DrawnField, drawnFields, type FieldSpec, initialTexts, type Stored, sentOf } from './form-fields.ts';

export interface Form {
  readonly fields: readonly DrawnField[];
  readonly values: Readonly<Record<string, string>>;
  readonly set: (name: string, text: string) => void;
  /** Back to what the field begins with. */
  readonly reset: (name: string) => void;
  /** What is sent: of a stored record, only what differs from it. */
  readonly sent: () => Record<string, unknown>;
  /** The faults of a refusal, by field where the form has it. */
  readonly faultsOf: (error: unknown) => { readonly fields: Readonly<Record<string, string>>; readonly rest: string };
}

const NO_FAULTS = { fields: {}, rest: '' };

/** The texts of a form for a change. `specs` may gain fields and choices while it is open. */
export function useForm(path: Path, specs: readonly FieldSpec[], stored?: Stored): Form {
  const fields = drawnFields(formOf(path), specs, stored);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const values = { ...initialTexts(fields), ...typed };
  return {
    fields,
    values,
    set: (name, text) => setTyped((before) => ({ ...before, [name]: text })),
    reset: (name) =>
      setTyped((before) => Object.fromEntries(Object.entries(before).filter(([typedName]) => typedName !== name))),
    sent: () => sentOf(fields, values, stored),
    faultsOf: (error) =>
      error
        ? formFaults(
            error,
            fields.map(({ name }) => name),
          )
        : NO_FAULTS,
  };
}
