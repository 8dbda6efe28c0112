import { useId } from 'preact/hooks';
import { words } from '../words/words.ts';

const NAME = 'photo';

/** A photo from the camera or the gallery of the device. */
export function PhotoField({ isRequired = false }: { readonly isRequired?: boolean }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{words.help.choosePhoto}</label>
      <input id={id} name={NAME} type="file" accept="image/*" required={isRequired} />
    </div>
  );
}

/** The photo that was chosen in a form; undefined: none. */
export function photoIn(form: HTMLFormElement): File | undefined {
  return form.querySelector<HTMLInputElement>(`input[name="${NAME}"]`)?.files?.[0];
}
