import type { Output } from '../api/call.ts';
import { Bars } from '../ui/bars.tsx';
import { Card, Read } from '../ui/parts.tsx';
import { usePlace } from '../ui/place.ts';
import { day, gigabytes, isAbove0 } from '../ui/texts.ts';
import { useRead } from '../ui/use-read.ts';
import { words } from '../words/words.ts';

type Days = Output<'usage'>['days'];

const gbOf = ({ dl_mb, ul_mb }: Days[number]) => (Number(dl_mb) + Number(ul_mb)) / 1024;

export function Usage() {
  const { service } = usePlace();
  const reading = useRead('usage', { serviceid: service.serviceid });
  const { usage } = words;
  return (
    <Card title={usage.title}>
      <Read of={reading}>
        {({ period_from, period_upto, used_gb, carried_gb, topped_up_gb, days }) => (
          <>
            <p class="amount">{gigabytes(used_gb)}</p>
            <p>{period_from && period_upto ? usage.period(day(period_from), day(period_upto)) : usage.noPeriod}</p>
            {carried_gb && isAbove0(carried_gb) && <p>{usage.carried(gigabytes(carried_gb))}</p>}
            {topped_up_gb && isAbove0(topped_up_gb) && <p>{usage.toppedUp(gigabytes(topped_up_gb))}</p>}
            {days.length > 0 ? <Daily days={days} /> : period_from && <p class="quiet">{usage.none}</p>}
          </>
        )}
      </Read>
    </Card>
  );
}

function Daily({ days }: { readonly days: Days }) {
  const { usage } = words;
  const most = days.reduce((a, b) => (gbOf(b) > gbOf(a) ? b : a));
  return (
    <>
      <Bars values={days.map(gbOf)} label={usage.graph(days.length, gigabytes(gbOf(most)), day(most.date))} />
      <div class="row quiet" aria-hidden="true">
        <span>{day(days[0]?.date ?? most.date)}</span>
        <span>{day(days.at(-1)?.date ?? most.date)}</span>
      </div>
      <details>
        <summary>{usage.table}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{usage.day}</th>
              <th scope="col">{usage.down}</th>
              <th scope="col">{usage.up}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((each) => (
              <tr key={each.date}>
                <th scope="row">{day(each.date)}</th>
                <td>{gigabytes(Number(each.dl_mb) / 1024)}</td>
                <td>{gigabytes(Number(each.ul_mb) / 1024)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
