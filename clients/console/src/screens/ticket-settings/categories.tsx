import type { Row } from '../../api/client.ts';
import { ISP_QUEUES } from '../../ui/care-choices.ts';
import { choiceWord } from '../../ui/choice-word.ts';
import type { FieldSpec } from '../../ui/form-fields.ts';
import { RecordScreen, type RecordSpec } from '../../ui/record-screen.tsx';
import { useChoicesOf } from '../../ui/source.ts';
import { Strong } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';

type Category = Row<'ticket.category_list'>;

const yesOrNo = (flag: boolean) => (flag ? words.common.yes : words.common.no);

function fields(): FieldSpec[] {
  const w = words.ticketSettings;
  return [
    'name',
    'priority',
    { name: 'queueid', source: ISP_QUEUES },
    'legal_days',
    { name: 'portal', label: w.portal },
    'technical',
  ];
}

function categories(): RecordSpec<Category> {
  const w = words.ticketSettings;
  const legalOf = ({ legal_days }: Category) => legal_days !== null && w.days(legal_days);
  const priorityOf = ({ priority }: Category) => choiceWord(priority);
  return {
    write: 'ticket.manage',
    name: ({ name }) => name,
    facts: (row) => [
      [words.fields.priority, priorityOf(row)],
      [words.fields.queueid, row.queueid !== null && <QueueName key="queue" id={row.queueid} />],
      [words.fields.legal_days, legalOf(row)],
      [w.portal, yesOrNo(row.portal)],
      [words.fields.technical, yesOrNo(row.technical)],
    ],
    add: { path: 'ticket.category_create', title: w.addCategory, fields },
    edit: { path: 'ticket.category_update', title: w.editCategory, fields },
    remove: { path: 'ticket.category_delete', title: w.removeCategory, lead: w.removeCategoryLead },
    list: {
      title: words.shell.screens.categories,
      path: 'ticket.category_list',
      keyOf: ({ id }) => id,
      sort: 'name',
      empty: { title: w.noCategories, hint: w.noCategoriesHint },
      columns: [
        { key: 'name', title: words.fields.name, width: 160, grow: 2, rank: 0, sort: 'name', cell: nameOf },
        { key: 'priority', title: words.fields.priority, width: 110, rank: 1, cell: priorityOf },
        { key: 'queueid', title: words.fields.queueid, width: 150, rank: 2, cell: queueOf },
        { key: 'legal_days', title: words.fields.legal_days, width: 130, rank: 3, cell: legalOf },
        { key: 'portal', title: w.portal, width: 130, rank: 4, cell: ({ portal }) => yesOrNo(portal) },
      ],
      narrow: (row) => ({ title: row.name, detail: queueOf(row), end: priorityOf(row), endDetail: legalOf(row) }),
      filters: [{ key: 'name', label: words.fields.name, kind: 'text', pinned: true }],
    },
  };
}

const nameOf = ({ name }: Category) => <Strong>{name}</Strong>;
const queueOf = ({ queueid }: Category) => queueid !== null && <QueueName id={queueid} />;

function QueueName({ id }: { id: number }) {
  const [queue] = useChoicesOf(ISP_QUEUES, [String(id)], []);
  return queue?.label;
}

/** What tickets are about. */
export const Categories = () => <RecordScreen spec={categories()} />;
