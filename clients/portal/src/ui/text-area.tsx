import { useId } from 'preact/hooks';

interface Props {
  readonly name: string;
  readonly label: string;
}

/** As the node limits what a subscriber writes at a time. */
const MAX_LENGTH = 2000;

/** Several lines of text that must not be empty. */
export function TextArea({ name, label }: Props) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea id={id} name={name} rows={4} maxLength={MAX_LENGTH} required />
    </div>
  );
}
