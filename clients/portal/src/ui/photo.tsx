import { sendPhoto } from '../api/photo.ts';
import { words } from '../words/words.ts';
import { Card, Form } from './parts.tsx';
import { PhotoField, photoIn } from './photo-field.tsx';
import { useAction } from './use-action.ts';

interface PhotoProps {
  /** Of the ticket. */
  readonly id: number;
  onDone(): void;
}

/** Adds a photo to a ticket that is not resolved yet. */
export function Photo({ id, onDone }: PhotoProps) {
  const { run, isBusy, fault } = useAction();
  const { help } = words;
  return (
    <Card title={help.photo}>
      <Form
        submit={help.sendPhoto}
        isBusy={isBusy}
        fault={fault}
        onSubmit={async (_, form) => {
          const photo = photoIn(form);
          if (!photo || !(await run(() => sendPhoto(id, photo)))) return;
          form.reset();
          onDone();
        }}
      >
        <PhotoField isRequired />
      </Form>
    </Card>
  );
}
