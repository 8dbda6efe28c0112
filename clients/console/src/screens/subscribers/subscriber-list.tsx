import type { Row } from '../../api/client.ts';
import { INCIDENTS } from '../../ui/care-choices.ts';
import { choiceWord, wordedChoice } from '../../ui/choice-word.ts';
import { PLANS, RESELLERS } from '../../ui/choices.ts';
import type { Column } from '../../ui/columns.tsx';
import { day, fromToday, today } from '../../ui/day.ts';
import { type Filter, startingWith } from '../../ui/filters.ts';
import type { ListSpec } from '../../ui/list-screen.tsx';
import { isAbove0, money } from '../../ui/money.ts';
import { OnlineMark, Status } from '../../ui/status.tsx';
import { Dim, Mono, Strong, Warn } from '../../ui/texts.tsx';
import { gigabytes } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

export type Subscriber = Row<'subscriber.list'>;

/** Who may read no incidents could choose none. */
export function subscriberList(readsIncidents: boolean): ListSpec<Subscriber> {
  const { title, emptyTitle, emptyHint } = words.subscribers;
  return {
    title,
    path: 'subscriber.list',
    columns: columns(),
    filters: filters().filter(({ key }) => key !== 'incidentid' || readsIncidents),
    keyOf: ({ serviceid }) => serviceid,
    idsFilter: 'serviceids',
    sort: 'id',
    order: 'desc',
    empty: { title: emptyTitle, hint: emptyHint },
    narrow: (row) => ({
      title: row.customername ?? row.username,
      detail: [row.username, row.planname].filter(Boolean).join(' · '),
      end: <Status of={row.status} />,
      endDetail: isAbove0(row.os_amt) ? <Warn>{money(row.os_amt)}</Warn> : row.valid_upto && fromToday(row.valid_upto),
    }),
  };
}

function columns(): Column<Subscriber>[] {
  const w = words.subscribers;
  return [
    {
      key: 'name',
      title: w.name,
      width: 136,
      grow: 2,
      rank: 0,
      sort: 'customername',
      fields: ['customername'],
      cell: (row) => <Strong>{row.customername ?? row.username}</Strong>,
    },
    {
      key: 'username',
      title: w.username,
      width: 124,
      grow: 1.2,
      rank: 4,
      sort: 'username',
      cell: ({ username }) => username,
    },
    { key: 'mobile', title: w.mobile, width: 112, grow: 0.8, rank: 1, cell: ({ mobile }) => mobile },
    {
      key: 'plan',
      title: w.plan,
      width: 112,
      grow: 1.6,
      rank: 2,
      fields: ['planname'],
      cell: ({ planname }) => planname,
    },
    {
      key: 'status',
      title: w.status,
      width: 148,
      grow: 1.1,
      rank: 0,
      sort: 'status',
      cell: ({ status }) => <Status of={status} />,
    },
    {
      key: 'online',
      title: w.online,
      width: 88,
      grow: 0.7,
      rank: 5,
      cell: ({ online }) => <OnlineMark online={Boolean(online)} />,
    },
    { key: 'ip', title: w.ip, width: 126, rank: 6, cell: ({ ip }) => (ip ? <Mono>{ip}</Mono> : null) },
    {
      key: 'valid_upto',
      title: w.validUpto,
      width: 100,
      grow: 0.9,
      rank: 3,
      sort: 'valid_upto',
      cell: ({ valid_upto }) => <Validity upto={valid_upto} />,
    },
    {
      key: 'os_amt',
      title: w.outstanding,
      width: 100,
      grow: 0.9,
      end: true,
      rank: 0,
      sort: 'os_amt',
      cell: ({ os_amt }) => (isAbove0(os_amt) ? <Warn>{money(os_amt)}</Warn> : <Dim>{money(os_amt)}</Dim>),
    },
    {
      key: 'used_gb',
      title: w.used,
      width: 90,
      end: true,
      rank: 7,
      sort: 'used_gb',
      cell: ({ used_gb }) => gigabytes(Number(used_gb)),
    },
    {
      key: 'location',
      title: w.location,
      width: 110,
      rank: 8,
      extra: true,
      sort: 'location_code',
      fields: ['location_code', 'sub_location_code'],
      cell: (row) => `${row.location_code} / ${row.sub_location_code}`,
    },
    {
      key: 'billing',
      title: w.billing,
      width: 90,
      rank: 9,
      extra: true,
      sort: 'prepaid_postpaid',
      fields: ['prepaid_postpaid'],
      cell: ({ prepaid_postpaid }) => choiceWord(prepaid_postpaid),
    },
    {
      key: 'mac',
      title: w.mac,
      width: 140,
      rank: 10,
      extra: true,
      cell: ({ mac }) => (mac ? <Mono>{mac}</Mono> : null),
    },
    {
      key: 'id',
      title: w.id,
      width: 80,
      end: true,
      rank: 11,
      extra: true,
      sort: 'id',
      fields: ['serviceid'],
      cell: ({ serviceid }) => serviceid,
    },
  ];
}

function Validity({ upto }: { upto: string | null }) {
  if (upto === null) return null;
  return upto < today() ? <Warn>{day(upto)}</Warn> : day(upto);
}

const STATUSES = ['Active', 'NP', 'NPD', 'Suspend', 'NewRequest'] as const;

function filters(): Filter[] {
  const w = words.subscribers;
  return [
    { key: 'search', label: w.search, kind: 'text', pinned: true, wide: true },
    { key: 'username', label: w.username, kind: 'text', toInput: startingWith('username') },
    { key: 'name', label: w.name, kind: 'text', toInput: startingWith('customername') },
    { key: 'mobile', label: w.mobile, kind: 'text' },
    {
      key: 'status',
      label: w.status,
      kind: 'choice',
      pinned: true,
      choices: STATUSES.map((value) => ({ value, label: words.status[value] })),
    },
    { key: 'online', label: w.online, kind: 'flag', pinned: true },
    {
      key: 'owes',
      label: w.owes,
      kind: 'flag',
      pinned: true,
      toInput: (text) => ({ os_amt: { op: text === 'yes' ? '>' : '<=', value: '0' } }),
    },
    { key: 'valid_from', label: w.validFrom, kind: 'day' },
    { key: 'valid_upto', label: w.expiresUpto, kind: 'day' },
    { key: 'prepaid_postpaid', label: w.billing, kind: 'choice', choices: ['Prepaid', 'Postpaid'].map(wordedChoice) },
    { key: 'location_code', label: w.location, kind: 'text' },
    { key: 'sub_location_code', label: w.subLocation, kind: 'text' },
    { key: 'mac', label: w.mac, kind: 'text' },
    { key: 'customerid', label: w.customer, kind: 'number' },
    { key: 'resellerid', label: w.reseller, kind: 'number', source: RESELLERS },
    { key: 'planid', label: w.plan, kind: 'number', source: PLANS },
    { key: 'incidentid', label: w.incident, kind: 'number', source: INCIDENTS },
    { key: 'serviceid', label: w.id, kind: 'number' },
  ];
}
