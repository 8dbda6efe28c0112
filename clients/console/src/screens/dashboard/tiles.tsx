import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Output } from '../../api/client.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { roundMoney, sumOf } from '../../ui/money.ts';
import { Warn } from '../../ui/texts.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import classes from './dashboard.module.css';

export type Figures = Output<'dashboard.now'>;

/** The figures that one looks at first. Each opens its list. */
export function Tiles({ figures }: { figures: Figures }) {
  const { subscribers, online, new_today, outstanding, collected, logins, nas, yesterday, last_month } = figures;
  const w = words.dashboard;
  return (
    <div className={classes.tiles}>
      {online !== null && (
        <Tile
          icon="signal"
          name={w.online}
          value={count(online)}
          detail={subscribers && w.ofActive(count(subscribers.Active))}
          alarm={
            figures.online_fell && figures.online_hour_ago !== null && w.onlineFell(count(figures.online_hour_ago))
          }
          before={before([yesterday?.online, last_month?.online], count)}
          to="/sessions"
        />
      )}
      {subscribers && (
        <Tile
          icon="users"
          name={w.subscribers}
          value={count(subscribers.Total)}
          detail={new_today !== null && w.newToday(count(new_today))}
          before={before([yesterday?.new_services, last_month?.new_services], (value) => w.newThen(count(value)))}
          to="/subscribers"
        />
      )}
      {collected && (
        <Tile
          icon="card"
          name={w.collected}
          value={roundMoney(sumOf(collected.map(({ amt }) => amt)))}
          detail={w.payments(collected.reduce((sum, { payments }) => sum + payments, 0))}
          before={before([yesterday?.collected, last_month?.collected], roundMoney)}
          to="/payments"
        />
      )}
      {outstanding && (
        <Tile
          icon="receipt"
          name={w.outstanding}
          value={roundMoney(outstanding.amt)}
          detail={w.outstandingOf(count(outstanding.services))}
          to="/subscribers"
          search={{ owes: 'yes', sort: 'os_amt', order: 'desc' }}
        />
      )}
      {logins && (
        <Tile
          icon="key"
          name={w.logins}
          value={count(logins.accepts)}
          detail={logins.rejects > 0 ? <Warn>{w.rejects(count(logins.rejects))}</Warn> : w.rejects('0')}
          to="/nas"
        />
      )}
      {nas && nas.total > 0 && (
        <Tile
          icon="router"
          name={w.nas}
          value={`${nas.total - nas.silent} / ${nas.total}`}
          detail={nas.silent > 0 ? <Warn>{w.nasSilent(nas.silent)}</Warn> : w.nasAll(nas.total)}
          to="/nas"
        />
      )}
    </div>
  );
}

/** Yesterday and a month ago, where both are known. */
function before<V>(
  values: readonly [V | null | undefined, V | null | undefined],
  format: (value: V) => string,
): string | undefined {
  const [yesterday, monthAgo] = values;
  if (yesterday == null || monthAgo == null) return undefined;
  return words.dashboard.before(format(yesterday), format(monthAgo));
}

interface TileProps {
  readonly icon: IconName;
  readonly name: string;
  readonly value: string;
  readonly detail?: ReactNode;
  /** The figures to compare with. */
  readonly before?: string | undefined;
  /** What must have happened; false: nothing. */
  readonly alarm?: string | false | null;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

function Tile({ icon, name, value, detail, before: earlier, alarm, to, search }: TileProps) {
  return (
    <Link to={to} search={search as never} className={classes.tile} data-alarm={alarm ? true : undefined}>
      <span className={classes.tileName}>
        <Icon name={icon} size={15} />
        {name}
      </span>
      <span className={classes.value}>{value}</span>
      {alarm && (
        <span className={classes.alarm} role="alert">
          <Icon name="alert" size={15} /> {alarm}
        </span>
      )}
      <span className={classes.detail}>{detail}</span>
      {earlier && <span className={classes.detail}>{earlier}</span>}
    </Link>
  );
}
