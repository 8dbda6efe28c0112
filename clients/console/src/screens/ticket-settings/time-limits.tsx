import type { Row } from '../../api/client.ts';
import { CATEGORIES } from '../../ui/care-choices.ts';
import { choiceWord } from '../../ui/choice-word.ts';
import { minutesLong } from '../../ui/instant.ts';
import { RecordScreen, type RecordSpec } from '../../ui/record-screen.tsx';
import { Strong } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';

type Limit = Row<'ticket.sla_list'>;

const LIMITS = ['respond_minutes', 'resolve_minutes'];

const longOf = (minutes: number | null) => minutes !== null && minutesLong(minutes);
const priorityOf = ({ priority }: Limit) => choiceWord(priority);

function timeLimits(): RecordSpec<Limit> {
  const w = words.ticketSettings;
  return {
    write: 'ticket.manage',
    name: (row) => `${row.category} · ${priorityOf(row)}`,
    facts: ({ respond_minutes, resolve_minutes }) => [
      [w.respond, longOf(respond_minutes)],
      [w.resolve, longOf(resolve_minutes)],
    ],
    add: {
      path: 'ticket.sla_set',
      title: w.addLimit,
      fields: () => [{ name: 'categoryid', source: CATEGORIES }, { name: 'priority', initial: 'Normal' }, ...LIMITS],
    },
    edit: {
      path: 'ticket.sla_set',
      title: w.editLimit,
      fields: () => LIMITS,
      whole: ({ categoryid, priority }) => ({ categoryid, priority }),
    },
    remove: { path: 'ticket.sla_delete', title: w.removeLimit, lead: w.removeLimitLead },
    list: {
      title: words.shell.screens.timeLimits,
      path: 'ticket.sla_list',
      keyOf: ({ id }) => id,
      empty: { title: w.noLimits, hint: w.noLimitsHint },
      columns: [
        { key: 'category', title: words.fields.categoryid, width: 150, grow: 2, rank: 0, cell: categoryOf },
        { key: 'priority', title: words.fields.priority, width: 110, rank: 0, cell: priorityOf },
        { key: 'respond', title: w.respond, width: 130, rank: 1, cell: (row) => longOf(row.respond_minutes) },
        { key: 'resolve', title: w.resolve, width: 130, rank: 1, cell: (row) => longOf(row.resolve_minutes) },
      ],
      narrow: (row) => ({
        ...{ title: row.category, detail: priorityOf(row) },
        ...{ end: longOf(row.resolve_minutes), endDetail: longOf(row.respond_minutes) },
      }),
      filters: [
        { key: 'categoryid', label: words.fields.categoryid, kind: 'number', source: CATEGORIES, pinned: true },
      ],
    },
  };
}

const categoryOf = ({ category }: Limit) => <Strong>{category}</Strong>;

/** How long tickets may take, by category and priority. */
export const TimeLimits = () => <RecordScreen spec={timeLimits()} />;
