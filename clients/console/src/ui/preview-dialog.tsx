import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useRef } from 'react';
import { useChange } from '../api/change.ts';
import type { Input, Output } from '../api/client.ts';
import { sentenceOf } from '../api/faults.ts';
import { words } from '../words/words.ts';
import { ChangeFault } from './change-fault.tsx';
import { Dialog } from './dialog.tsx';
import { Loading } from './empty.tsx';
import { Form } from './form.tsx';
import { type Before, type Outcome, PreviewOf, Refusal } from './preview.tsx';
import { useFocusWhen } from './use-focus-when.ts';
import { type Previewed, type PreviewOutput, usePreview, type Wanted } from './use-preview.ts';

/** Changes of one service. */
type OfOne = Exclude<Previewed, 'service.action_many'>;

interface PreviewDialogProps<P extends OfOne> {
  readonly title: string;
  readonly path: P;
  /** Undefined while something is missing. */
  readonly input: Wanted<P> | undefined;
  readonly before: Before;
  readonly confirm: string;
  readonly onClose: () => void;
  /** Says that it is done, with what was made. Without it: `Done.` */
  readonly tell?: (answer: Output<P>) => void;
  /** The fields of the change. */
  readonly children?: ReactNode;
  /** What has to be decided because of the preview. */
  readonly asks?: (preview: PreviewOutput<P>) => ReactNode;
  /** Until something is decided, nothing is carried out. */
  readonly isHeld?: boolean;
}

/** Shows what a change does, then makes it. Enter confirms. */
export function PreviewDialog<P extends OfOne>(props: PreviewDialogProps<P>) {
  const { title, onClose, children } = props;
  return (
    <Dialog onClose={onClose} title={title} size="md">
      <Confirmation {...props}>{children}</Confirmation>
    </Dialog>
  );
}

function Confirmation<P extends OfOne>({
  path,
  input,
  before,
  confirm,
  tell,
  onClose,
  children,
  asks,
  isHeld = false,
}: PreviewDialogProps<P>) {
  const preview = usePreview(path, input);
  const change = useChange(path);
  const key = useKey(JSON.stringify(input));
  // Enter confirms what has no fields of its own.
  const confirmation = useFocusWhen<HTMLButtonElement>(!children && preview.isSuccess);

  async function carryOut(): Promise<void> {
    if (!input || !preview.isCurrent || isHeld) return;
    try {
      const answer = await change.mutateAsync({ ...input, idempotency_key: key } as Input<P>);
      if (tell) tell(answer);
      else notifications.show({ message: words.preview.done, color: 'green' });
      onClose();
    } catch {
      // The dialog shows it.
    }
  }

  return (
    <Form onSubmit={() => void carryOut()}>
      <Stack gap="sm">
        {children}
        <Shown input={input} preview={preview} before={before} />
        {input && preview.data && asks?.(preview.data)}
        <ChangeFault of={change} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.common.cancel}
          </Button>
          <Button type="submit" loading={change.isPending} disabled={!preview.isCurrent || isHeld} ref={confirmation}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

interface ShownProps {
  readonly input: unknown;
  readonly preview: { readonly data: Outcome | undefined; readonly error: Error | null };
  readonly before: Before;
}

function Shown({ input, preview, before }: ShownProps) {
  if (!input) return <Text c="dimmed">{words.preview.waiting}</Text>;
  if (preview.error) return <Refusal sentence={sentenceOf(preview.error)} />;
  if (!preview.data) return <Loading />;
  return <PreviewOf before={before} outcome={preview.data} />;
}

/** A repeat of the same call has the same key, so it is carried out once. */
function useKey(input: string): string {
  const keys = useRef(new Map<string, string>());
  const key = keys.current.get(input) ?? newKey();
  keys.current.set(input, key);
  return key;
}

/** `randomUUID` is missing where the page is not secure. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((octet) => octet.toString(16).padStart(2, '0')).join('');
}
