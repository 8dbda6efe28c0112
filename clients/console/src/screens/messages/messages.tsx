import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Row } from '../../api/client.ts';
import { wordedChoice } from '../../ui/choice-word.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icons.tsx';
import { instant } from '../../ui/instant.ts';
import { ListScreen, type ListSpec } from '../../ui/list-screen.tsx';
import { Status } from '../../ui/status.tsx';
import { Lines, Strong, Warn } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';

type Message = Row<'notice.messages'>;

const LOOKS: Readonly<Record<Message['status'], string>> = {
  Waiting: 'Open',
  Queued: 'Open',
  Sent: 'Paid',
  Failed: 'Failed',
  Skipped: 'offline',
};
const CHANNELS = ['email', 'sms', 'whatsapp'];

/** What it was sent on; a mass message was sent by somebody. */
const reasonOf = ({ on }: Message) => (on === null ? words.messages.toMany : words.choices[on]);

const state = ({ status }: Message) => <Status of={LOOKS[status]} label={words.messages.states[status]} />;

function messageList(): ListSpec<Message> {
  const w = words.messages;
  return {
    title: w.title,
    path: 'notice.messages',
    keyOf: ({ id }) => id,
    empty: { title: w.emptyTitle, hint: w.emptyHint },
    columns: [
      { key: 'at', title: w.at, width: 130, rank: 1, cell: ({ created_at }) => instant(created_at) },
      { key: 'on', title: w.on, width: 190, rank: 2, cell: reasonOf },
      { key: 'channel', title: w.channel, width: 100, rank: 3, cell: ({ channel }) => words.choices[channel] },
      { key: 'to', title: w.to, width: 180, grow: 1.3, rank: 0, cell: ({ address }) => <Strong>{address}</Strong> },
      { key: 'state', title: w.state, width: 130, rank: 0, cell: state },
      { key: 'reason', title: w.reason, width: 220, grow: 1.6, rank: 1, cell: ({ reason }) => reason },
    ],
    narrow: (row) => ({
      title: row.address ?? reasonOf(row),
      detail: row.reason ?? reasonOf(row),
      end: state(row),
      endDetail: instant(row.created_at),
    }),
    filters: [
      {
        ...{ key: 'status', label: w.state, kind: 'choice', pinned: true },
        choices: Object.entries(w.states).map(([value, label]) => ({ value, label })),
      },
      {
        ...{ key: 'channel', label: w.channel, kind: 'choice', pinned: true },
        choices: CHANNELS.map(wordedChoice),
      },
      { key: 'created_from', label: w.from, kind: 'day' },
      { key: 'created_upto', label: w.upto, kind: 'day' },
      { key: 'serviceid', label: w.serviceid, kind: 'number' },
      { key: 'noticeid', label: w.noticeid, kind: 'number' },
      { key: 'messageid', label: w.messageid, kind: 'number' },
    ],
  };
}

/** What notices sent to subscribers, and what came of it. */
export function Messages() {
  const [message, setMessage] = useState<Message>();
  return (
    <ListScreen spec={messageList()} onOpen={setMessage}>
      {message && <MessageDrawer message={message} onClose={() => setMessage(undefined)} />}
    </ListScreen>
  );
}

function MessageDrawer({ message, onClose }: { message: Message; onClose: () => void }) {
  const w = words.messages;
  const navigate = useNavigate();
  const { status, reason, due_at, subject, body, serviceid } = message;
  return (
    <DetailsDrawer title={reasonOf(message)} onClose={onClose}>
      <Facts
        facts={[
          [w.state, state(message)],
          [w.reason, reason && <Warn key="reason">{reason}</Warn>],
          [w.channel, words.choices[message.channel]],
          [w.to, message.address],
          [w.at, instant(message.created_at)],
          [w.attempts, String(message.attempts)],
          [w.due, status === 'Waiting' && instant(due_at)],
          [w.subject, subject],
          [w.text, body && <Lines key="text">{body}</Lines>],
        ]}
      />
      {serviceid !== null && (
        <Button
          variant="default"
          leftSection={<Icon name="user" size={16} />}
          onClick={() => void navigate({ to: `/subscribers/${serviceid}` })}
        >
          {w.subscriber}
        </Button>
      )}
    </DetailsDrawer>
  );
}
