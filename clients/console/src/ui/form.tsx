import { Alert } from '@mantine/core';
import { type FormEvent, type ReactNode, type Ref, useState } from 'react';
import { words } from '../words/words.ts';

interface FormProps {
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLFormElement>;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** A form that says in our words, and in the reader's language, which field is empty that must not be. */
export function Form({ onSubmit, children, ref }: FormProps) {
  const [missing, setMissing] = useState('');
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = [...event.currentTarget.querySelectorAll<Field>('input, textarea')];
    const empty = fields.find(({ required, disabled, value }) => required && !disabled && value.trim() === '');
    setMissing(empty ? `${nameOf(empty)}: ${words.common.required}` : '');
    if (empty) empty.focus();
    else onSubmit(event);
  }
  return (
    <form noValidate onSubmit={submit} ref={ref}>
      {missing && (
        <Alert color="red" role="alert" mb="sm">
          {missing}
        </Alert>
      )}
      {children}
    </form>
  );
}

const nameOf = (field: Field) => field.labels?.[0]?.textContent ?? field.getAttribute('aria-label') ?? field.name;
