import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { askRows, LIVE_MS } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { alertSentence, WAITING } from '../../ui/alerts.ts';
import { Icon } from '../../ui/icons.tsx';
import { ago } from '../../ui/instant.ts';
import { words } from '../../words/words.ts';
import classes from './dashboard.module.css';

const SHOWN = 3;

/** The newest alerts of the network that wait for somebody. */
export function AlertStrip() {
  const isShown = useMay()('nas.read');
  const wanted = { ...WAITING, rows_limit: SHOWN + 1 };
  const { data = [] } = useQuery({ ...askRows('alert.list', wanted), refetchInterval: LIVE_MS, enabled: isShown });
  if (data.length === 0) return null;
  const w = words.alerts;
  return (
    <section className={classes.strip} aria-label={w.title}>
      {data.slice(0, SHOWN).map((alert) => (
        <Link key={alert.id} to="/alerts" search={{ open: 'yes', alert: String(alert.id) } as never}>
          <Icon name="alert" size={15} /> {alertSentence(alert)}{' '}
          <span className={classes.dim}>{ago(alert.opened_at)}</span>
        </Link>
      ))}
      {data.length > SHOWN && (
        <Link to="/alerts" search={{ open: 'yes' } as never}>
          {w.all}
        </Link>
      )}
    </section>
  );
}
