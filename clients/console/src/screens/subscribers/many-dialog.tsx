import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { send, useChange } from '../../api/change.ts';
import type { Output, Row } from '../../api/client.ts';
import { isLost, sentenceOf } from '../../api/faults.ts';
import { PAGE, pageOf } from '../../api/list.ts';
import { Facts } from '../../ui/facts.tsx';
import type { Selection } from '../../ui/list-screen.tsx';
import { isAbove0, money } from '../../ui/money.ts';
import { Refusal } from '../../ui/preview.tsx';
import { newKey } from '../../ui/preview-dialog.tsx';
import { useFocusWhen } from '../../ui/use-focus-when.ts';
import { words } from '../../words/words.ts';

export type ManyAction = 'renew' | 'suspend' | 'restore';

type Subscriber = Row<'subscriber.list'>;
type Outcome = Output<'service.action_many'>;

/** So many refusals are shown one by one. */
const SHOWN_REFUSALS = 8;

interface ManyDialogProps {
  readonly action: ManyAction;
  readonly selection: Selection<Subscriber>;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** One action on many services: what it brings in all, who is refused and why, then it is carried out. */
export function ManyDialog({ action, selection, onClose, onDone }: ManyDialogProps) {
  // Those that are shown first, and no others that match by the time of the click.
  const [{ rows, listing, total }] = useState(selection);
  const [key] = useState(newKey);
  const preview = useQuery({
    queryKey: ['preview', 'service.action_many', key],
    queryFn: async ({ signal }) => {
      const touched =
        rows.length > 0
          ? rows.slice(0, PAGE)
          : await pageOf<'subscriber.list', Subscriber>(
              { ...listing, path: 'subscriber.list' },
              { page: 0, total },
              signal,
            );
      const serviceids = touched.map(({ serviceid }) => serviceid);
      const outcome = await send('service.action_many', { serviceids, action, preview: true });
      return { serviceids, outcome, names: new Map(touched.map((one) => [one.serviceid, one.username])) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const change = useChange('service.action_many');
  const confirmation = useFocusWhen<HTMLButtonElement>(preview.isSuccess);
  const { data } = preview;
  const error = change.error ?? preview.error;
  const w = words.many;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!data || data.outcome.accepted === 0) return;
    const onSuccess = ({ accepted, refused }: Outcome) => {
      notifications.show({ message: w.finished(accepted, refused), color: refused > 0 ? 'amber' : 'green' });
      onDone();
    };
    change.mutate({ serviceids: data.serviceids, action, idempotency_key: key }, { onSuccess });
  }
  return (
    <Modal opened onClose={onClose} title={w.titles[action]}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          {data ? <Sums outcome={data.outcome} /> : !error && <Loader size="sm" aria-label={words.common.loading} />}
          {data && <Refused outcome={data.outcome} names={data.names} />}
          {error && <Refusal sentence={isLost(error) ? words.common.lost : sentenceOf(error)} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.common.cancel}
            </Button>
            <Button type="submit" loading={change.isPending} disabled={!data?.outcome.accepted} ref={confirmation}>
              {w.confirm(words.many.actions[action], data?.outcome.accepted ?? 0)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function Sums({ outcome: { accepted, refused, total, tax, invoiced, wallets } }: { outcome: Outcome }) {
  const w = words.many;
  const sums = [
    [w.charged, total],
    [words.preview.tax, tax],
    [w.invoiced, invoiced],
  ] as const;
  return (
    <Facts
      facts={[
        [w.accepted, accepted],
        [w.refused, refused],
        ...sums.flatMap(([name, amt]) => (isAbove0(amt) ? [[name, money(amt)] as const] : [])),
        ...wallets.map(
          ({ before, after }) => [words.shell.wallet, words.preview.fromTo(money(before), money(after))] as const,
        ),
      ]}
    />
  );
}

function Refused({ outcome: { services }, names }: { outcome: Outcome; names: ReadonlyMap<number, string> }) {
  const refused = services.filter(({ ok }) => !ok);
  if (refused.length === 0) return null;
  return (
    <Stack gap={4}>
      {refused.slice(0, SHOWN_REFUSALS).map(({ serviceid, error }) => (
        <Text size="sm" key={serviceid}>
          <b>{names.get(serviceid)}</b> {error}
        </Text>
      ))}
      {refused.length > SHOWN_REFUSALS && (
        <Text size="sm" c="dimmed">
          {words.many.others(refused.length - SHOWN_REFUSALS)}
        </Text>
      )}
    </Stack>
  );
}
