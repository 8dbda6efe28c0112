import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { words } from '../words/words.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import type { Views } from './use-views.ts';
import { NAME_LENGTH, named, type View } from './views.ts';

/** What is to be done with a view. */
export type Asking = 'save' | 'rename' | 'remove';

interface ViewDialogProps {
  readonly views: Views;
  readonly about: Asking;
  readonly onClose: () => void;
}

/** Asks for the name of a view, or whether it is to be deleted. */
export function ViewDialog({ views, about, onClose }: ViewDialogProps) {
  const w = words.views;
  // As it was when the dialog was opened: a new name makes it another one.
  const [view] = useState(views.current);
  if (about === 'save') return <NameDialog title={w.save} views={views} onName={views.save} onClose={onClose} />;
  if (!view) return null;
  if (about === 'rename')
    return (
      <NameDialog
        title={w.rename(view.name)}
        views={views}
        view={view}
        onName={(name) => views.rename(view, name)}
        onClose={onClose}
      />
    );
  function remove(gone: View): void {
    views.remove(gone);
    onClose();
  }
  return (
    <Dialog onClose={onClose} title={w.remove(view.name)}>
      <Stack gap="sm">
        <Text>{w.removeLead}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.common.cancel}
          </Button>
          <Button color="red" data-autofocus onClick={() => remove(view)}>
            {words.common.remove}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface NameDialogProps {
  readonly title: string;
  readonly views: Views;
  /** The one that has a name; without it, a new one. */
  readonly view?: View;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

function NameDialog({ title, views, view, onName, onClose }: NameDialogProps) {
  const w = words.views;
  const [name, setName] = useState(view?.name ?? '');
  const other = named(views.views, name);
  const isTaken = view !== undefined && other !== undefined && other.name !== view.name;
  function submit(): void {
    if (isTaken) return;
    onName(name.trim());
    onClose();
  }
  return (
    <Dialog onClose={onClose} title={title}>
      <Form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={w.name}
            description={!view && other ? w.replaces : w.kept}
            error={isTaken && w.taken}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            maxLength={NAME_LENGTH}
            required
            withAsterisk={false}
            autoComplete="off"
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.common.cancel}
            </Button>
            <Button type="submit">{words.common.save}</Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}
