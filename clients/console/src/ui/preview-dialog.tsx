import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useRef } from 'react';
import { useChange } from '../api/change.ts';
import type { Input, Output } from '../api/client.ts';
import { sentenceOf } from '../api/faults.ts';
import { words } from '../words/words.ts';
import { ChangeFault } from './change-fault.tsx';
import { Dialog } from './dialog.tsx';
import type { Outcome } from './effects.ts';
import { Loading } from './empty.tsx';
import { Form } from './form.tsx';
import { newKey } from './new-key.ts';
import { PreviewOf, Refusal } from './preview.tsx';
import { useConfirmKeys } from './use-confirm-keys.ts';
import { type Previewed, type PreviewOutput, usePreview, type Wanted } from './use-preview.ts';

/** Changes of one service, or of some that are told apart by their names. */
type Shown = Exclude<Previewed, 'service.action_many'>;

interface PreviewDialogProps<P extends Shown> {
  readonly title: string;
  /** Whose service it is. */
  readonly name: string;
  readonly path: P;
  /** Undefined while something is missing. */
  readonly input: Wanted<P> | undefined;
  /** The label of the button: where money moves, with the amount that the preview has. */
  readonly confirm: (preview: PreviewOutput<P> | undefined) => string;
  /** Says what was done, with the person and the amount. */
  readonly tell: (preview: PreviewOutput<P>, answer: Output<P>) => ReactNode;
  /** How long that stays. */
  readonly tellsForMs?: number;
  readonly onClose: () => void;
  /** After the change, besides. */
  readonly onDone?: () => void;
  /** The fields of the change. */
  readonly children?: ReactNode;
  /** What has to be decided because of the preview. */
  readonly asks?: (preview: PreviewOutput<P>) => ReactNode;
  /** Until something is decided, nothing is carried out. */
  readonly isHeld?: boolean;
}

/** Shows what a change does, then makes it. Enter moves to the button, and confirms there. */
export function PreviewDialog<P extends Shown>(props: PreviewDialogProps<P>) {
  const { title, name, onClose } = props;
  return (
    <Dialog onClose={onClose} title={`${title}: ${name}`} size="md">
      <Confirmation {...props} />
    </Dialog>
  );
}

function Confirmation<P extends Shown>(props: PreviewDialogProps<P>) {
  const { path, input, confirm, tell, tellsForMs, onClose, onDone, children, asks, isHeld = false } = props;
  const preview = usePreview(path, input);
  const change = useChange(path);
  const key = useKey(JSON.stringify(input));
  const isReady = preview.isCurrent && !isHeld;
  const keys = useConfirmKeys(isReady, !children);
  const current = preview.isCurrent ? preview.data : undefined;

  async function carryOut(): Promise<void> {
    if (!input || !current || !isReady) return;
    try {
      const answer = await change.mutateAsync({ ...input, idempotency_key: key } as Input<P>);
      const lasting = tellsForMs === undefined ? {} : { autoClose: tellsForMs };
      notifications.show({ message: tell(current, answer), color: 'green', ...lasting });
      onDone?.();
      onClose();
    } catch {
      // The dialog shows it.
    }
  }

  return (
    <Form onSubmit={() => void carryOut()}>
      <Stack gap="sm" onKeyDown={keys.onKeyDown}>
        {children}
        <Preview input={input} preview={preview} />
        {input && preview.data && asks?.(preview.data)}
        <ChangeFault of={change} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.common.cancel}
          </Button>
          <Button type="submit" loading={change.isPending} disabled={!isReady} ref={keys.button}>
            {confirm(current)}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

/** What becomes of one of several services. */
type NamedOutcome = Outcome & { readonly username: string };

/** Two services that change together. */
interface Both {
  readonly from: NamedOutcome;
  readonly to: NamedOutcome;
}

interface PreviewProps {
  readonly input: unknown;
  readonly preview: {
    readonly data: Outcome | readonly NamedOutcome[] | Both | undefined;
    readonly error: Error | null;
  };
}

function Preview({ input, preview }: PreviewProps) {
  if (!input) return <Text c="dimmed">{words.preview.waiting}</Text>;
  if (preview.error) return <Refusal sentence={sentenceOf(preview.error)} />;
  if (!preview.data) return <Loading />;
  const { data } = preview;
  const several = 'length' in data ? data : 'from' in data ? [data.from, data.to] : undefined;
  if (!several) return <PreviewOf outcome={data as Outcome} />;
  return several.map((outcome) => (
    <section key={outcome.username} aria-label={outcome.username}>
      <Text fw={600}>{outcome.username}</Text>
      <PreviewOf outcome={outcome} />
    </section>
  ));
}

/** A repeat of the same call has the same key, so it is carried out once. */
function useKey(input: string): string {
  const keys = useRef(new Map<string, string>());
  const key = keys.current.get(input) ?? newKey();
  keys.current.set(input, key);
  return key;
}
