import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ComponentType, type ReactNode, useState } from 'react';
import type { Output, Path } from '../api/client.ts';
import { words } from '../words/words.ts';
import { Unanswered } from './change-fault.tsx';
import { Dialog } from './dialog.tsx';
import { Fields } from './fields.tsx';
import { Form } from './form.tsx';
import type { FieldSpec, Stored } from './form-fields.ts';
import { Refusal } from './preview.tsx';
import { useEdit } from './use-edit.ts';

/** What stands below the fields and shows what they mean. */
export interface Beside {
  /** What would be sent now. */
  readonly written: Readonly<Record<string, unknown>>;
  /** Faults that were found with it before it is sent; null: none. */
  readonly onFault: (fault: Error | null) => void;
}

interface FormDialogProps<P extends Path> {
  readonly title: string;
  readonly lead?: string;
  readonly path: P;
  readonly fields: readonly FieldSpec[];
  /** The record that is changed. Only what differs from it is sent. */
  readonly stored?: Stored;
  /** Sent as well. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  readonly confirm?: string;
  /** Below the fields: what the change means. */
  readonly children?: ReactNode;
  /** The same, where it follows what is typed. */
  readonly beside?: ComponentType<Beside> | undefined;
  readonly onClose: () => void;
  /** Instead of `onClose`, after the change. */
  readonly onDone?: (answer: Output<P>) => void;
}

/** A form in a dialog: faults stand at their fields, others above; what is empty and optional is not sent. */
export function FormDialog<P extends Path>(props: FormDialogProps<P>) {
  const { title, lead, path, fields, stored, fixed, confirm, children, beside: Following, onClose, onDone } = props;
  const edit = useEdit(path, { fields, stored, fixed });
  const { form, refusal } = edit;
  const [fault, setFault] = useState<Error | null>(null);
  async function save(): Promise<void> {
    try {
      const answer = await edit.save();
      if (answer === undefined) return;
      notifications.show({ message: words.preview.done, color: 'green' });
      if (onDone) onDone(answer);
      else onClose();
    } catch {
      // The form shows it.
    }
  }
  function submit(): void {
    if (stored && Object.keys(form.sent()).length === 0) onClose();
    else void save();
  }
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Form onSubmit={submit}>
        <Stack gap="sm">
          {lead && <Text c="dimmed">{lead}</Text>}
          {edit.isUnknown && <Unanswered />}
          {refusal && <Refusal sentence={refusal} />}
          <Fields form={form} error={fault ?? edit.error} />
          {Following && <Following written={{ ...fixed, ...form.sent() }} onFault={setFault} />}
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.common.cancel}
            </Button>
            <Button type="submit" loading={edit.isPending} disabled={edit.isUndecided}>
              {confirm ?? (stored ? words.common.save : words.common.add)}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}
