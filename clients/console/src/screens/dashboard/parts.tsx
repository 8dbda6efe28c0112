import { Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { money } from '../../ui/money.ts';
import { Card } from '../../ui/screen.tsx';
import { Status } from '../../ui/status.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import classes from './dashboard.module.css';
import type { Figures } from './tiles.tsx';

interface PartProps {
  readonly figures: Figures;
}

const STATUSES = ['Active', 'NP', 'NPD', 'Suspend', 'NewRequest'] as const;

export function Statuses({ figures: { subscribers } }: PartProps) {
  if (!subscribers) return null;
  return (
    <Card title={words.dashboard.byStatus}>
      <ul className={classes.rows}>
        {STATUSES.map((status) => (
          <li key={status}>
            <Link to="/subscribers" search={{ status } as never} className={classes.plain}>
              <Status of={status} />
            </Link>
            <Progress
              value={(subscribers[status] / Math.max(1, subscribers.Total)) * 100}
              color="gray"
              size={6}
              aria-hidden
            />
            <b>{count(subscribers[status])}</b>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function Modes({ figures: { collected } }: PartProps) {
  if (!collected) return null;
  return (
    <Card title={words.dashboard.byMode}>
      {collected.length === 0 && <Text c="dimmed">{words.dashboard.nothingCollected}</Text>}
      <ul className={classes.rows}>
        {collected.map(({ mode, payments, amt }) => (
          <li key={mode}>
            <span>{words.preview.modes[mode]}</span>
            <span className={classes.dim}>{words.dashboard.payments(payments)}</span>
            <b>{money(amt)}</b>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function FullPools({ figures: { full_pools } }: PartProps) {
  if (!full_pools) return null;
  const w = words.dashboard;
  return (
    <Card title={w.fullPools}>
      {full_pools.length === 0 && <Text c="dimmed">{w.noFullPools}</Text>}
      <ul className={classes.rows}>
        {full_pools.map(({ pool_name, count: size, free }) => (
          <li key={pool_name}>
            <Link to="/pools">{pool_name}</Link>
            <Progress value={(1 - free / Math.max(1, size)) * 100} color="amber" size={6} aria-hidden />
            <b>{w.poolFree(count(free), count(size))}</b>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function Leads({ figures: { leads } }: PartProps) {
  if (!leads) return null;
  const stages = Object.keys(words.leads.statuses) as (keyof typeof words.leads.statuses)[];
  return (
    <Card title={words.dashboard.leads}>
      <ul className={classes.rows}>
        {stages.map((stage) => (
          <li key={stage}>
            <Link to="/leads">{words.leads.statuses[stage]}</Link>
            <span />
            <b>{count(leads[stage])}</b>
          </li>
        ))}
      </ul>
    </Card>
  );
}
