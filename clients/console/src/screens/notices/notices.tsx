import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Row } from '../../api/client.ts';
import { wordedChoice } from '../../ui/choice-word.ts';
import { RecordScreen, type RecordSpec } from '../../ui/record-screen.tsx';
import { Status } from '../../ui/status.tsx';
import { Lines, Strong } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { DraftPreview } from './draft-preview.tsx';
import { NoticePreview } from './notice-preview.tsx';

type Notice = Row<'notice.list'>;

const occasion = ({ on, days }: Notice) => (days > 0 ? words.notices.when(words.choices[on], days) : words.choices[on]);
const state = ({ status }: Notice) => (
  <Status of={status === 'Enabled' ? 'Active' : 'Suspend'} label={words.choices[status]} />
);
const TEXT = ['language', 'subject', 'body', 'dlt_template_id', 'attach'] as const;
const CHANNELS = ['email', 'sms', 'whatsapp'];

/** The placeholders stand below the text. */
const textFields = () =>
  TEXT.map((name) =>
    name === 'body' ? { name, label: words.notices.text, hint: words.notices.placeholders, wide: true as const } : name,
  );

function notices(): RecordSpec<Notice> {
  const w = words.notices;
  return {
    write: 'notice.write',
    name: (row) => `${occasion(row)} · ${words.choices[row.channel]}`,
    facts: (row) => [
      [w.state, state(row)],
      [w.language, row.language],
      [w.subject, row.subject],
      [w.text, <Lines key="text">{row.body}</Lines>],
      [w.template, row.dlt_template_id],
      [w.attached, row.attach && words.common.yes],
    ],
    add: {
      path: 'notice.create',
      title: w.add,
      fields: () => ['on', 'channel', 'days', ...textFields(), 'status'],
    },
    edit: { path: 'notice.update', title: w.edit, fields: () => [...textFields(), 'status'] },
    remove: { path: 'notice.delete', title: w.remove, lead: w.removeLead },
    beside: DraftPreview,
    more: (row, { isWritable }) => <NoticePreview id={row.id} channel={row.channel} isWritable={isWritable} />,
    list: {
      title: w.title,
      path: 'notice.list',
      keyOf: ({ id }) => id,
      empty: { title: w.emptyTitle, hint: w.emptyHint, next: <ToChannels /> },
      columns: [
        {
          ...{ key: 'on', title: w.on, width: 230, grow: 1.2, rank: 0 },
          cell: (row) => <Strong>{occasion(row)}</Strong>,
        },
        { key: 'channel', title: w.channel, width: 100, rank: 0, cell: ({ channel }) => words.choices[channel] },
        { key: 'language', title: w.language, width: 90, rank: 2, cell: ({ language }) => language },
        { key: 'body', title: w.text, width: 260, grow: 2, rank: 1, cell: ({ body }) => body },
        { key: 'status', title: w.state, width: 110, rank: 0, cell: state },
      ],
      narrow: (row) => ({
        title: occasion(row),
        detail: row.body,
        end: state(row),
        endDetail: words.choices[row.channel],
      }),
      filters: [
        {
          ...{ key: 'channel', label: w.channel, kind: 'choice', pinned: true },
          choices: CHANNELS.map(wordedChoice),
        },
        {
          ...{ key: 'status', label: w.state, kind: 'choice', pinned: true },
          choices: ['Enabled', 'Paused'].map(wordedChoice),
        },
      ],
    },
  };
}

const ToChannels = () => (
  <Button component={Link} to="/notices/channels" variant="default">
    {words.shell.screens.channels}
  </Button>
);

/** What subscribers are told, when, and by which channel. */
export const Notices = () => <RecordScreen spec={notices()} />;
