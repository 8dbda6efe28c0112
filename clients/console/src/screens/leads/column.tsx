import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { askRows } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { Answer } from '../../ui/empty.tsx';
import { ago, instant } from '../../ui/instant.ts';
import { words } from '../../words/words.ts';
import { LeadMenu } from './lead-menu.tsx';
import classes from './leads.module.css';
import type { Lead, Stage } from './moves.ts';

/** The newest hundred of one stage. */
export function LeadColumn({ stage, marked }: { stage: Stage; marked: number | undefined }) {
  const leads = useQuery(
    askRows('lead.list', { status: stage, rows_limit: 100, sort_field: 'id', sort_order: 'desc' }),
  );
  const w = words.leads;
  return (
    <section className={classes.column} aria-label={w.statuses[stage]}>
      <h2 className={classes.heading}>
        {w.statuses[stage]} <span>{leads.data?.length}</span>
      </h2>
      <Answer of={leads}>
        {(rows) => (
          <ul className={classes.cards}>
            {rows.map((lead) => (
              <LeadCard key={lead.id} lead={lead} isMarked={lead.id === marked} />
            ))}
            {rows.length === 0 && <li className={classes.none}>{w.none}</li>}
          </ul>
        )}
      </Answer>
    </section>
  );
}

function LeadCard({ lead, isMarked }: { lead: Lead; isMarked: boolean }) {
  const may = useMay();
  const { name, mobile, address, source, created_at, remind_at, reason } = lead;
  return (
    <li className={classes.card} data-marked={isMarked || undefined}>
      <div className={classes.cardHead}>
        <b>{name}</b>
        {may('lead.write') && <LeadMenu lead={lead} />}
      </div>
      <a href={`tel:${mobile}`}>{mobile}</a>
      <Text size="sm" c="dimmed" lineClamp={2}>
        {address}
      </Text>
      {reason && <Text size="sm">{reason}</Text>}
      <Text size="xs" c="dimmed">
        {(words.choices as Readonly<Record<string, string>>)[source] ?? source} · {ago(created_at)}
        {remind_at && ` · ${words.leads.remind} ${instant(remind_at)}`}
      </Text>
    </li>
  );
}
