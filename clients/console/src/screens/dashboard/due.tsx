import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask } from '../../api/queries.ts';
import { addDays, today } from '../../ui/day.ts';
import { Answer } from '../../ui/empty.tsx';
import { money } from '../../ui/money.ts';
import { Card } from '../../ui/screen.tsx';
import { words } from '../../words/words.ts';
import classes from './dashboard.module.css';

/** Services whose validity ends soon, and what their renewal will bring. */
export function Due() {
  const due = useQuery(ask('dashboard.due', {}));
  const w = words.dashboard;
  return (
    <Card title={w.due}>
      <Answer of={due}>
        {({ today: now, in_3_days, in_7_days }) => (
          <ul className={classes.rows}>
            <Row name={w.dueToday} days={0} {...now} />
            <Row name={w.due3} days={3} {...in_3_days} />
            <Row name={w.due7} days={7} {...in_7_days} />
          </ul>
        )}
      </Answer>
    </Card>
  );
}

interface RowProps {
  readonly name: string;
  readonly days: number;
  readonly services: number;
  readonly amt: string;
}

function Row({ name, days, services, amt }: RowProps) {
  const search = { valid_upto: addDays(today(), days), status: 'Active', sort: 'valid_upto', order: 'asc' };
  return (
    <li>
      <Link to="/subscribers" search={search as never}>
        {name}
      </Link>
      <span className={classes.dim}>{words.dashboard.services(services)}</span>
      <b>{money(amt)}</b>
    </li>
  );
}
