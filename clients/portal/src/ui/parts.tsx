import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { words } from '../words/words.ts';
import { sentenceOf } from './fault.ts';
import type { Reading } from './use-read.ts';

interface Titled {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A part of a screen, with its heading. */
export function Card({ title, children }: Titled) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** Names with their values; those without a value are left out. */
export function Facts({ of }: { readonly of: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {of
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** What went wrong, said at once to those who listen. */
export function Fault({ text }: { readonly text: string }) {
  return (
    <p role="alert" class={text === '' ? '' : 'fault'}>
      {text}
    </p>
  );
}

interface ReadProps<T> {
  readonly of: Reading<T>;
  readonly children: (data: T) => ComponentChildren;
}

/** Something that is read: it is coming, it is there, or it did not come. */
export function Read<T>({ of: { data, error, again }, children }: ReadProps<T>) {
  if (data !== undefined) return <>{children(data)}</>;
  if (error === undefined) return <p class="quiet">{words.page.loading}</p>;
  return (
    <div class="failed">
      <Fault text={sentenceOf(error)} />
      <button type="button" onClick={again}>
        {words.page.again}
      </button>
    </div>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password';
  readonly autoComplete: 'username' | 'current-password' | 'new-password' | 'one-time-code' | 'off';
  readonly hint?: string;
  readonly minLength?: number;
  /** The keys that a phone offers. */
  readonly inputMode?: 'numeric';
}

export function Field({ name, label, type = 'text', autoComplete, hint, minLength, inputMode }: FieldProps) {
  const id = useId();
  const common = {
    ...{
      id,
      name,
      autoComplete,
      minLength,
      inputMode,
      required: true,
      spellcheck: false,
      autoCapitalize: 'none' as const,
    },
    'aria-describedby': hint ? `${id}-hint` : undefined,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {type === 'password' ? <input {...common} type="password" /> : <input {...common} type="text" />}
      {hint && (
        <p id={`${id}-hint`} class="quiet">
          {hint}
        </p>
      )}
    </div>
  );
}

interface FormProps {
  readonly submit: string;
  readonly isBusy: boolean;
  readonly fault: string;
  readonly children: ComponentChildren;
  onSubmit(values: Readonly<Record<string, string>>, form: HTMLFormElement): void;
}

/** A form that says in the reader's language, and not in the browser's, which field is empty or too short. */
export function Form({ submit, isBusy, fault, children, onSubmit }: FormProps) {
  const [wrong, setWrong] = useState('');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const field = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].find(
          ({ validity }) => !validity.valid,
        );
        setWrong(field ? problemOf(field) : '');
        if (field) field.focus();
        else onSubmit(Object.fromEntries(new FormData(form)) as Record<string, string>, form);
      }}
    >
      {children}
      <Fault text={wrong || fault} />
      <button type="submit" class="main" aria-busy={isBusy}>
        {submit}
      </button>
    </form>
  );
}

function problemOf({ labels, validity, minLength }: HTMLInputElement | HTMLTextAreaElement): string {
  const { empty, tooShort } = words.page;
  return `${labels?.[0]?.textContent}: ${validity.valueMissing ? empty : tooShort(minLength)}`;
}
