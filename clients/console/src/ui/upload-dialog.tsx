import { Button, FileInput, Group, Select, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Row } from '../api/client.ts';
import { sentenceOf } from '../api/faults.ts';
import { sendFile } from '../api/file.ts';
import { words } from '../words/words.ts';
import { Dialog } from './dialog.tsx';
import { newKey } from './new-key.ts';
import { Refusal } from './preview.tsx';

type Kind = Row<'file.list'>['kind'];

/** Of a customer. */
export const PAPERS: readonly [Kind, ...Kind[]] = ['Identity', 'Address', 'Caf', 'Contract', 'Visit'];

/** What the node takes; it looks at the file itself. */
const TAKEN = 'image/jpeg,image/png,image/webp,application/pdf';
const MAX_BYTES = 5 * 1024 * 1024;

interface UploadProps {
  /** What it is about. */
  readonly about: { readonly customerid: number } | { readonly ticketid: number };
  /** The first is chosen, unless another one is. */
  readonly kinds: readonly [Kind, ...Kind[]];
  readonly onClose: () => void;
}

/** Stores a document. Sent again after a lost answer, it makes no second one. */
export function UploadDialog({ about, kinds, onClose }: UploadProps) {
  const w = words.documents;
  const queries = useQueryClient();
  const [client_ref] = useState(newKey);
  const [kind, setKind] = useState<Kind>(kinds[0]);
  const [name, setName] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const isTooLarge = file !== null && file.size > MAX_BYTES;
  const upload = useMutation({
    mutationFn: (chosen: File) =>
      sendFile('file/upload', { ...about, kind, name: name.trim() || w.kinds[kind], client_ref }, chosen),
    onSuccess: () => {
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'preview' });
      notifications.show({ message: w.added, color: 'green' });
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={w.add}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (file && !isTooLarge) upload.mutate(file);
        }}
      >
        <Stack gap="sm">
          {kinds.length > 1 && (
            <Select
              label={w.kind}
              data={kinds.map((value) => ({ value, label: w.kinds[value] }))}
              value={kind}
              allowDeselect={false}
              onChange={(chosen) => chosen && setKind(chosen as Kind)}
            />
          )}
          <FileInput
            label={w.file}
            accept={TAKEN}
            value={file}
            onChange={setFile}
            placeholder={w.choose}
            error={isTooLarge && w.tooLarge}
          />
          <TextInput
            label={w.name}
            maxLength={200}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {upload.error && <Refusal sentence={sentenceOf(upload.error)} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.common.cancel}
            </Button>
            <Button type="submit" loading={upload.isPending} disabled={file === null || isTooLarge}>
              {w.upload}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
