import { useState } from 'react';
import { useChange } from '../api/change.ts';
import type { Input, Output, Path } from '../api/client.ts';
import { isChangedMeanwhile } from '../api/faults.ts';
import { reread } from '../api/reread.ts';
import { words } from '../words/words.ts';
import type { FieldSpec, Stored } from './form-fields.ts';
import { isUndecided } from './theirs.ts';
import { type Form, useForm } from './use-form.ts';

interface Edit {
  readonly fields: readonly FieldSpec[];
  /** The record that is changed. Undefined: the form makes one. */
  readonly stored?: Stored | undefined;
  /** Sent as well; of a change it names the record. */
  readonly fixed?: Readonly<Record<string, unknown>> | undefined;
}

/** A record that changes all the time is not fought for. */
const ATTEMPTS = 3;

const seenIn = (stored: Stored | undefined): Date | undefined => {
  const { updated_at } = (stored ?? {}) as { updated_at?: unknown };
  return updated_at instanceof Date ? updated_at : undefined;
};

const refusalOf = (error: unknown, form: Form) =>
  isChangedMeanwhile(error) ? words.common.overtaken : form.faultsOf(error).rest;

/**
 * A form and its change. A change carries when its record was read. If somebody else has changed it since, nothing is written:
 * the form shows the values of both (`form.theirs`), and sending again writes what was chosen.
 */
export function useEdit<P extends Path>(path: P, { fields, stored, fixed = {} }: Edit) {
  const form = useForm(path, fields, stored);
  const change = useChange(path);
  const [seen, setSeen] = useState(() => seenIn(stored));
  const [isSaving, setSaving] = useState(false);

  /** Undefined: somebody else was first. @throws LastmileError */
  async function save(): Promise<Output<P> | undefined> {
    setSaving(true);
    try {
      return await send();
    } finally {
      setSaving(false);
    }
  }
  async function send(): Promise<Output<P> | undefined> {
    const sent = form.sent();
    let known = seen;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const input = { ...fixed, ...sent, ...(known ? { if_updated_at: known } : {}) };
        return await change.mutateAsync(input as Input<P>);
      } catch (error) {
        const fresh = isChangedMeanwhile(error) && attempt < ATTEMPTS ? await reread(path, fixed) : undefined;
        if (!fresh) throw error;
        known = seenIn(fresh);
        setSeen(known);
        // What differs is not in the form: the same can be sent.
        if (form.rebase(fresh)) return undefined;
      }
    }
  }
  /** For a form that stays open after saving. */
  async function restart(): Promise<void> {
    const fresh = await reread(path, fixed);
    setSeen(seenIn(fresh));
    if (fresh) form.restart(fresh);
  }
  return {
    form,
    save,
    restart,
    error: change.error,
    refusal: isSaving ? '' : refusalOf(change.error, form),
    isPending: isSaving,
    isUnknown: change.isUnknown,
    /** A field that both changed waits for a choice. */
    isUndecided: isUndecided(form.theirs),
  };
}
