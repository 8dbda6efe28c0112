import { useState } from 'react';
import type { Path } from '../api/client.ts';
import { formFaults } from '../api/faults.ts';
import { formOf } from '../api/forms.ts';
import { type DrawnField, drawnFields, type FieldSpec, initialTexts, type Stored, sentOf } from './form-fields.ts';
import { chosen, type Side, type Theirs, theirsOf } from './theirs.ts';

type Texts = Readonly<Record<string, string>>;

export interface Form {
  readonly fields: readonly DrawnField[];
  readonly values: Texts;
  /** Of a stored record, what it has; undefined: the form makes one. */
  readonly before: Texts | undefined;
  readonly set: (name: string, text: string) => void;
  /** Back to what the field begins with. */
  readonly reset: (name: string) => void;
  /** What is sent: of a stored record, only what differs from it. */
  readonly sent: () => Record<string, unknown>;
  /** The faults of a refusal, by field where the form has it. */
  readonly faultsOf: (error: unknown) => { readonly fields: Texts; readonly rest: string };
  /** What somebody else changed while the form was open, by field. */
  readonly theirs: Readonly<Record<string, Theirs>>;
  readonly choose: (name: string, side: Side) => void;
  /** The record is another now: what is typed stays beside it. Returns whether a field of the form differs. */
  readonly rebase: (fresh: Stored) => boolean;
  /** Begins again with the record, as saved; what was typed since stays. */
  readonly restart: (fresh: Stored) => void;
}

const NO_FAULTS = { fields: {}, rest: '' };

/** The texts of a form for a change. `specs` may gain fields and choices while it is open; `stored` is that of the opening. */
export function useForm(path: Path, specs: readonly FieldSpec[], stored?: Stored): Form {
  const [base, setBase] = useState(stored);
  const fields = drawnFields(formOf(path), specs, base);
  const names = fields.map(({ name }) => name);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [theirs, setTheirs] = useState<Readonly<Record<string, Theirs>>>({});
  const values = { ...initialTexts(fields), ...typed };
  const type = (name: string, text: string) => setTyped((before) => ({ ...before, [name]: text }));
  const begin = (fresh: Stored, kept: Record<string, string>, others: Readonly<Record<string, Theirs>>) => {
    setBase(fresh);
    setTyped(kept);
    setTheirs(others);
  };
  return {
    fields,
    values,
    before: base && initialTexts(fields),
    set: (name, text) => {
      type(name, text);
      setTheirs((before) => chosen(before, name, { side: 'mine', mine: text }));
    },
    reset: (name) =>
      setTyped((before) => Object.fromEntries(Object.entries(before).filter(([typedName]) => typedName !== name))),
    sent: () => sentOf(fields, values, base),
    faultsOf: (error) => (error ? formFaults(error, names) : NO_FAULTS),
    theirs,
    choose: (name, side) => {
      const one = theirs[name];
      if (!one) return;
      type(name, one[side]);
      setTheirs((before) => chosen(before, name, { side }));
    },
    rebase: (fresh) => {
      const now = initialTexts(drawnFields(formOf(path), specs, fresh));
      const others = theirsOf({ before: initialTexts(fields), now, values, earlier: theirs });
      const kept = Object.entries(typed).filter(([name]) => others[name]?.side !== 'theirs');
      begin(fresh, Object.fromEntries(kept), others);
      return Object.keys(others).length > 0;
    },
    restart: (fresh) => {
      setBase(fresh);
      setTheirs({});
      setTyped((latest) => Object.fromEntries(Object.entries(latest).filter(([name, text]) => text !== typed[name])));
    },
  };
}
