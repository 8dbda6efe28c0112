import { Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Row } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { ago, instant } from '../../ui/instant.ts';
import { PhoneLink } from '../../ui/phone-number.tsx';
import type { Lead } from '../../ui/visits.ts';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { LeadDrawer } from './lead-drawer.tsx';
import { LeadMenu } from './lead-menu.tsx';
import classes from './leads.module.css';

interface LeadColumnProps {
  readonly of: Row<'lead.board'>;
  readonly marked: number | undefined;
}

/** One stage: its oldest leads, which have waited longest, and how many there are. */
export function LeadColumn({ of: { status, count: all, leads }, marked }: LeadColumnProps) {
  const w = words.leads;
  return (
    <section className={classes.column} aria-label={w.statuses[status]}>
      <h2 className={classes.heading}>
        {w.statuses[status]} <span>{all >= MAX_COUNT ? w.orMore(count(MAX_COUNT)) : count(all)}</span>
      </h2>
      <ul className={classes.cards}>
        {leads.map((lead) => (
          <LeadCard key={lead.id} lead={lead} isMarked={lead.id === marked} />
        ))}
        {leads.length === 0 && <li className={classes.none}>{w.none}</li>}
        {all > leads.length && <li className={classes.none}>{w.oldest(leads.length)}</li>}
      </ul>
    </section>
  );
}

/** The node counts no further. */
const MAX_COUNT = 10_000;

function LeadCard({ lead, isMarked }: { lead: Lead; isMarked: boolean }) {
  const may = useMay();
  const [isOpen, { open, close }] = useDisclosure(false);
  const { name, mobile, address, source, created_at, remind_at, reason, assigned_username } = lead;
  return (
    <li className={classes.card} data-marked={isMarked || undefined}>
      <div className={classes.cardHead}>
        <UnstyledButton className={classes.name ?? ''} fw={700} onClick={open}>
          {name}
        </UnstyledButton>
        {may('lead.write') && <LeadMenu lead={lead} />}
      </div>
      <PhoneLink number={mobile} />
      <Text size="sm" c="dimmed" lineClamp={3}>
        {address}
      </Text>
      {reason && <Text size="sm">{reason}</Text>}
      {assigned_username && <Text size="sm">{words.leads.assignedTo(assigned_username)}</Text>}
      <Text size="xs" c="dimmed">
        {(words.choices as Readonly<Record<string, string>>)[source] ?? source} · {ago(created_at)}
        {remind_at && ` · ${words.leads.remind} ${instant(remind_at)}`}
      </Text>
      {isOpen && <LeadDrawer lead={lead} onClose={close} />}
    </li>
  );
}
