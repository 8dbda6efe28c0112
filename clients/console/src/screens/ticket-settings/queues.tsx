import type { Row } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { STAFF, staffOf } from '../../ui/care-choices.ts';
import { choiceWord } from '../../ui/choice-word.ts';
import type { FieldSpec, Source } from '../../ui/form-fields.ts';
import { RecordScreen, type RecordSpec } from '../../ui/record-screen.tsx';
import { useChoicesOf } from '../../ui/source.ts';
import { Strong } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';

type Queue = Row<'ticket.queue_list'>;

/** Names are shown only to callers who see login users; others count them. */
function queues(maySeeStaff: boolean): RecordSpec<Queue> {
  const w = words.ticketSettings;
  const fields = (source: Source): FieldSpec[] => [
    'name',
    'assignment',
    ...(maySeeStaff ? [{ name: 'members', wide: true as const, source }] : []),
  ];
  const membersOf = ({ members }: Queue) => w.memberCount(members.length);
  return {
    write: 'ticket.manage',
    name: ({ name }) => name,
    facts: (row) => [
      [words.fields.members, maySeeStaff ? <Members key="members" of={row} /> : membersOf(row)],
      [words.fields.assignment, assignmentOf(row)],
    ],
    add: { path: 'ticket.queue_create', title: w.addQueue, fields: () => fields(STAFF) },
    edit: { path: 'ticket.queue_update', title: w.editQueue, fields: (row) => fields(staffOf(row.resellerid)) },
    remove: { path: 'ticket.queue_delete', title: w.removeQueue, lead: w.removeQueueLead },
    list: {
      title: words.shell.screens.queues,
      path: 'ticket.queue_list',
      keyOf: ({ id }) => id,
      sort: 'name',
      empty: { title: w.noQueues, hint: w.noQueuesHint },
      columns: [
        { key: 'name', title: words.fields.name, width: 160, grow: 2, rank: 0, sort: 'name', cell: nameOf },
        { key: 'members', title: words.fields.members, width: 120, rank: 0, cell: membersOf },
        { key: 'assignment', title: words.fields.assignment, width: 220, grow: 2, rank: 1, cell: assignmentOf },
      ],
      narrow: (row) => ({ title: row.name, detail: assignmentOf(row), end: membersOf(row) }),
      filters: [{ key: 'name', label: words.fields.name, kind: 'text', pinned: true }],
    },
  };
}

const assignmentOf = ({ assignment }: Queue) => choiceWord(assignment);
const nameOf = ({ name }: Queue) => <Strong>{name}</Strong>;

function Members({ of: { members } }: { of: Queue }) {
  const names = useChoicesOf(STAFF, members.map(String), []);
  return names.length === 0 ? words.ticketSettings.memberCount(0) : names.map(({ label }) => label).join(', ');
}

/** Where tickets and tasks wait, and who takes them. */
export function Queues() {
  return <RecordScreen spec={queues(useMay()('user.read'))} />;
}
