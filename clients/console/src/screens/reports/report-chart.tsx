import { useState } from 'react';
import { useMe } from '../../api/session.ts';
import { reportTitle } from '../../ui/report-title.ts';
import { type Bar, type Bars, barsOf, barText } from './chart-data.ts';
import { type AskedReport, headingOf, type ReportAnswer } from './declared.ts';
import classes from './report-chart.module.css';

/** A report at a glance. The rows below it say the same to those who do not see it. */
export function ReportChart({ report, input, answer }: AskedReport & { answer: ReportAnswer }) {
  const { isp } = useMe();
  const bars = barsOf({ report, input, answer, isp: isp?.name ?? '' });
  if (!bars) return null;
  return (
    <figure className={classes.figure} aria-label={reportTitle(report)}>
      {bars.inTime ? <InTime {...bars} /> : <ByName {...bars} />}
    </figure>
  );
}

/** Of two columns the second stands on the first. */
const TONES = [classes.first, classes.second];
const sizeOf = ({ values }: Bar) => values.reduce((sum, value) => sum + Math.abs(value), 0);

function Legend({ columns, bar }: Pick<Bars, 'columns'> & { bar?: Bar | undefined }) {
  return (
    <figcaption className={classes.legend}>
      {bar && <span>{bar.label}</span>}
      {columns.map((column, at) => (
        <span key={column.name} className={classes.entry}>
          <span className={`${classes.swatch} ${TONES[at]}`} />
          {headingOf(column)} {bar && <b>{barText(column, bar.values[at] ?? 0)}</b>}
        </span>
      ))}
    </figcaption>
  );
}

/** Pixels of a bar and what is between two. */
const WIDEST = 64;

/** The legend has the values under the pointer, or of the last bar. */
function InTime({ columns, bars }: Bars) {
  const [near, setNear] = useState<number>();
  const max = Math.max(...bars.map(sizeOf));
  const middle = Math.floor(bars.length / 2);
  // Few bars stay bars, and the days below them stay below them.
  const style = { maxWidth: bars.length * WIDEST };
  return (
    <>
      <Legend columns={columns} bar={bars[near ?? bars.length - 1] ?? bars.at(-1)} />
      <div className={classes.bars} style={style} aria-hidden="true" onMouseLeave={() => setNear(undefined)}>
        {bars.map((bar, at) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the pointer shows what the rows say too
          <div key={bar.label} className={classes.bar} onMouseEnter={() => setNear(at)}>
            {[...bar.values.entries()].reverse().map(([of, value]) => (
              <div key={of} className={TONES[of]} style={{ height: `${(Math.max(0, value) / max) * 100}%` }} />
            ))}
          </div>
        ))}
      </div>
      <div className={classes.ends} style={style} aria-hidden="true">
        <span>{bars[0]?.label}</span>
        {bars.length > 4 && (
          <span className={classes.middle} style={{ insetInlineStart: `${((middle + 0.5) / bars.length) * 100}%` }}>
            {bars[middle]?.label}
          </span>
        )}
        <span>{bars.at(-1)?.label}</span>
      </div>
    </>
  );
}

/** An amount below zero has a bar of another colour. */
function ByName({ columns, bars }: Bars) {
  const max = Math.max(...bars.map(sizeOf));
  return (
    <>
      <Legend columns={columns} />
      <div className={classes.names} aria-hidden="true">
        {bars.map((bar, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name, and none moves
          <div key={row} className={classes.name}>
            <span className={classes.label} title={bar.label}>
              {bar.label}
            </span>
            <span className={classes.track}>
              {bar.values.map((value, at) => (
                <span
                  key={columns[at]?.name}
                  className={value < 0 ? classes.below : TONES[at]}
                  style={{ width: `${(Math.abs(value) / max) * 100}%` }}
                />
              ))}
            </span>
            <span className={classes.value}>
              {columns.map((column, at) => barText(column, bar.values[at] ?? 0)).join(' + ')}
            </span>
          </div>
        ))}
      </div>
    </>
  );
}
