import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Output } from '../../api/client.ts';
import { askRows } from '../../api/queries.ts';
import { day } from '../../ui/day.ts';
import { netOf } from '../../ui/effects.ts';
import { Facts } from '../../ui/facts.tsx';
import { isAbove0, money, sumOf } from '../../ui/money.ts';
import { Moved } from '../../ui/moved.tsx';
import { PlainTable, type TableColumn } from '../../ui/paged-table.tsx';
import { owed } from '../../ui/preview.tsx';
import { Status } from '../../ui/status.tsx';
import { Lines } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import type { Subscriber } from './subscriber-list.tsx';

type Outcome = Output<'service.action_many'>;
type Service = Outcome['services'][number];
type Standing = NonNullable<NonNullable<Service['preview']>['before']>;

interface OutcomesProps {
  readonly outcome: Outcome;
  readonly rows: readonly Subscriber[];
}

/** The sums; then those that are refused, with the reason; then what happens to each of the others. */
export function Outcomes({ outcome, rows }: OutcomesProps) {
  const w = words.bulk;
  const named = new Map(rows.map((row) => [row.serviceid, row.customername ?? row.username]));
  const who = { title: words.subscribers.name, cell: ({ serviceid }: Service) => named.get(serviceid) };
  const refused = outcome.services.filter(({ ok }) => !ok);
  const accepted = outcome.services.filter(({ preview }) => preview !== null);
  const keyOf = ({ serviceid }: Service) => serviceid;
  return (
    <>
      <Sums outcome={outcome} />
      {refused.length > 0 && (
        <PlainTable
          isShort
          label={w.refusedList}
          rows={refused}
          keyOf={keyOf}
          columns={[who, { title: w.reason, cell: ({ error }) => <Lines>{error}</Lines> }]}
        />
      )}
      {accepted.length > 0 && (
        <PlainTable
          isShort
          label={w.acceptedList}
          rows={accepted}
          keyOf={keyOf}
          columns={[who, ...changedColumns(accepted)]}
        />
      )}
    </>
  );
}

interface Value {
  readonly title: string;
  /** Told apart by the text, shown as written. */
  readonly of: (standing: Standing) => string | null;
  readonly write: (text: string) => ReactNode;
}

/** The old value beside the new one, in a column for each that changes with somebody; then what is charged. */
function changedColumns(accepted: readonly Service[]): TableColumn<Service>[] {
  const values: Value[] = [
    { title: words.subscribers.status, of: ({ status }) => status, write: (text) => <Status of={text} /> },
    { title: words.subscriber.validUpto, of: ({ valid_upto }) => valid_upto, write: day },
    { title: words.subscriber.outstanding, of: ({ os_amt }) => os_amt, write: owed },
  ];
  const changed = values.filter(({ of }) =>
    accepted.some(({ preview }) => preview?.before && of(preview.before) !== of(preview)),
  );
  return [
    ...changed.map(({ title, of, write }) => ({
      title,
      cell: ({ preview }: Service) => preview?.before && moved(of(preview.before), of(preview), write),
    })),
    { title: words.bulk.charged, end: true, wide: true, cell: ({ preview }) => preview && money(netOf(preview)) },
  ];
}

function moved(before: string | null, after: string | null, write: Value['write']): ReactNode {
  const written = (text: string | null) => (text === null ? words.subscriber.neverValid : write(text));
  return <Moved before={written(before)} after={written(after)} same={before === after} />;
}

/** The part of earlier charges that is given back. */
function creditedIn({ services }: Outcome): string {
  const totals = services.flatMap(({ preview }) => preview?.charges.map(({ total }) => total) ?? []);
  return sumOf(totals.filter((total) => total.startsWith('-'))).replace('-', '');
}

function Sums({ outcome }: { outcome: Outcome }) {
  const w = words.bulk;
  const { accepted, refused, total, tax, invoiced, credits, wallets } = outcome;
  const resellers = useQueries({
    queries: wallets.map(({ resellerid }) => askRows('reseller.list', { resellerid })),
  });
  const credited = creditedIn(outcome);
  const nameOf = (at: number, id: number) => resellers[at]?.data?.[0]?.name ?? String(id);
  return (
    <Facts
      facts={[
        [w.accepted, String(accepted)],
        [w.refused, refused > 0 && String(refused)],
        [w.charged, money(total)],
        [w.credited, isAbove0(credited) && money(credited)],
        [w.tax, isAbove0(tax) && money(tax)],
        [w.invoiced, isAbove0(invoiced) && money(invoiced)],
        // Resellers do not see the credits of the ISP.
        [w.credits, credits !== null && isAbove0(credits) && credits],
        ...wallets.map(
          ({ resellerid, before, after }, at) =>
            [
              w.wallet(nameOf(at, resellerid)),
              <Moved key={resellerid} before={money(before)} after={money(after)} />,
            ] as const,
        ),
      ]}
    />
  );
}
