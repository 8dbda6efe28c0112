import { useQueries } from '@tanstack/react-query';
import type { Output } from '../../api/client.ts';
import { askRows } from '../../api/queries.ts';
import { day } from '../../ui/day.ts';
import { Facts } from '../../ui/facts.tsx';
import { isAbove0, money, sumOf } from '../../ui/money.ts';
import { PlainTable } from '../../ui/paged-table.tsx';
import { Status } from '../../ui/status.tsx';
import { Lines } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import type { Subscriber } from './subscriber-list.tsx';

type Outcome = Output<'service.action_many'>;
type Service = Outcome['services'][number];

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
          columns={[
            who,
            { title: words.preview.after, cell: ({ preview }) => preview && <Status of={preview.status} /> },
            {
              title: words.subscriber.validUpto,
              wide: true,
              cell: ({ preview }) => preview?.valid_upto && day(preview.valid_upto),
            },
            {
              title: w.charged,
              end: true,
              cell: ({ preview }) => preview && money(sumOf(preview.charges.map(({ total }) => total))),
            },
          ]}
        />
      )}
    </>
  );
}

function Sums({ outcome }: { outcome: Outcome }) {
  const w = words.bulk;
  const { accepted, refused, total, tax, invoiced, credits, wallets } = outcome;
  const resellers = useQueries({
    queries: wallets.map(({ resellerid }) => askRows('reseller.list', { resellerid })),
  });
  const nameOf = (at: number, id: number) => resellers[at]?.data?.[0]?.name ?? String(id);
  return (
    <Facts
      facts={[
        [w.accepted, String(accepted)],
        [w.refused, refused > 0 && String(refused)],
        [w.charged, money(total)],
        [w.tax, isAbove0(tax) && money(tax)],
        [w.invoiced, isAbove0(invoiced) && money(invoiced)],
        [w.credits, isAbove0(credits) && credits],
        ...wallets.map(
          ({ resellerid, before, after }, at) =>
            [w.wallet(nameOf(at, resellerid)), `${money(before)} → ${money(after)}`] as const,
        ),
      ]}
    />
  );
}
