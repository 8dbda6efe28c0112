import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../api/session.ts';
import { words } from '../words/words.ts';
import { CallButton } from './call-button.tsx';
import { today } from './day.ts';
import { instant, timeOfDay } from './instant.ts';
import classes from './visit-cards.module.css';
import { type Lead, mayFinish } from './visits.ts';

/** Visits as cards for a thumb: a card opens the lead, its buttons call and make the subscriber. */
export function VisitCards({ visits }: { visits: readonly Lead[] }) {
  if (visits.length === 0) return <Text c="dimmed">{words.leads.noVisits}</Text>;
  return (
    <ul className={classes.cards}>
      {visits.map((lead) => (
        <VisitCard key={lead.id} lead={lead} />
      ))}
    </ul>
  );
}

function VisitCard({ lead }: { lead: Lead }) {
  const w = words.leads;
  const may = useMay();
  const { id, name, mobile, address, city, status, remind_at } = lead;
  const opened = (before: object) => ({ ...before, leadid: String(id) });
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <Link to="/leads" search={opened as never} className={classes.name}>
          {name}
        </Link>
        {remind_at && <b>{w.due(today(remind_at) === today() ? timeOfDay(remind_at) : instant(remind_at))}</b>}
      </div>
      <div>{w.statuses[status]}</div>
      <Text size="sm" c="dimmed">
        {city && !address.includes(city) ? `${address}, ${city}` : address}
      </Text>
      <div className={classes.buttons}>
        <CallButton number={mobile} />
        {mayFinish(lead) && may('service.write') && (
          <Button component={Link} to="/subscribers/new" search={{ leadid: String(id) } as never}>
            {w.finish}
          </Button>
        )}
      </div>
    </li>
  );
}
