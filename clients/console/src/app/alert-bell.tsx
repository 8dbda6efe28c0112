import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../api/session.ts';
import { waitingCount } from '../ui/alerts.ts';
import { Icon } from '../ui/icons.tsx';
import { words } from '../words/words.ts';
import classes from './alert-bell.module.css';

/** More are not told apart at a glance. */
const MAX_SHOWN = 99;

/** How many alerts of the network wait for somebody. */
export function AlertBell() {
  const isShown = useMay()('nas.read');
  const { data = 0 } = useQuery({ ...waitingCount, enabled: isShown });
  if (!isShown) return null;
  const w = words.alerts;
  const label = data === 0 ? w.noBell : w.bell(data);
  return (
    <Link
      to="/alerts"
      search={{ open: 'yes', acked: 'no' } as never}
      className={classes.bell}
      aria-label={label}
      title={label}
    >
      <Icon name="bell" size={20} />
      {data > 0 && <span className={classes.count}>{data > MAX_SHOWN ? `${MAX_SHOWN}+` : data}</span>}
    </Link>
  );
}
