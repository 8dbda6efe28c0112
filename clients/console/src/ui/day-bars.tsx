import { useState } from 'react';
import { words } from '../words/words.ts';
import { day } from './day.ts';
import classes from './day-bars.module.css';
import { PlainTable } from './paged-table.tsx';
import { megabytes } from './volume.ts';

interface DayVolume {
  readonly date: string;
  /** Megabytes. */
  readonly dl_mb: string;
  readonly ul_mb: string;
}

const sum = ({ dl_mb, ul_mb }: DayVolume) => Number(dl_mb) + Number(ul_mb);

/** The volume of each day, as bars and as a table. */
export function DayBars({ days, label }: { days: readonly DayVolume[]; label: string }) {
  const [near, setNear] = useState<DayVolume>();
  const [isOpen, setOpen] = useState(false);
  if (days.length === 0) return null;
  const max = Math.max(1, ...days.map(sum));
  const shown = near ?? days.at(-1);
  return (
    <figure className={classes.figure} aria-label={label}>
      {shown && (
        <figcaption className={classes.caption}>
          {day(shown.date)}: <b>{megabytes(Number(shown.dl_mb))}</b> {words.subscriber.down.toLowerCase()},{' '}
          <b>{megabytes(Number(shown.ul_mb))}</b> {words.subscriber.up.toLowerCase()}
        </figcaption>
      )}
      <div className={classes.bars} aria-hidden="true" onMouseLeave={() => setNear(undefined)}>
        {days.map((each) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the pointer shows what the table says too
          <div key={each.date} className={classes.day} onMouseEnter={() => setNear(each)}>
            <div className={classes.up} style={{ height: `${(Number(each.ul_mb) / max) * 100}%` }} />
            <div className={classes.down} style={{ height: `${(Number(each.dl_mb) / max) * 100}%` }} />
          </div>
        ))}
      </div>
      <details className={classes.table} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{words.dashboard.showTable}</summary>
        {isOpen && (
          <PlainTable
            label={label}
            rows={[...days].reverse()}
            keyOf={({ date }) => date}
            columns={[
              { title: words.subscriber.day, cell: ({ date }) => day(date) },
              { title: words.subscriber.down, end: true, cell: ({ dl_mb }) => megabytes(Number(dl_mb)) },
              { title: words.subscriber.up, end: true, cell: ({ ul_mb }) => megabytes(Number(ul_mb)) },
            ]}
          />
        )}
      </details>
    </figure>
  );
}
