import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, LIVE_MS } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { choiceWord } from '../../ui/choice-word.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Answer } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { instant } from '../../ui/instant.ts';
import { Lines } from '../../ui/texts.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { Actions } from './actions.tsx';
import { statusOf } from './incident-list.tsx';
import type { IncidentRecord } from './moves.ts';

/** An incident, what it has come to, and what can be done about it. */
export function IncidentDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const record = useQuery({ ...ask('incident.get', { id }), refetchInterval: LIVE_MS });
  return (
    <DetailsDrawer title={record.data?.title ?? words.incidents.title} onClose={onClose}>
      <Answer of={record} lines={8}>
        {(incident) => (
          <>
            <Actions incident={incident} />
            {incident.text_en && <Lines>{incident.text_en}</Lines>}
            {incident.text_hi && <Lines>{incident.text_hi}</Lines>}
            <Details of={incident} />
          </>
        )}
      </Answer>
    </DetailsDrawer>
  );
}

/** How many services, which the list of subscribers shows. Of work that is planned nobody is concerned yet. */
function Concerned({ of: { id, services, status } }: { of: IncidentRecord }) {
  const may = useMay();
  if (!may('service.read') || status === 'Planned') return count(services);
  return (
    <Link to="/subscribers" search={{ incidentid: String(id) } as never}>
      {count(services)}
    </Link>
  );
}

function Details({ of }: { of: IncidentRecord }) {
  const { incidents: w, fields } = words;
  const { concerned, tickets, compensated, opened_at, expected_at, ended_at } = of;
  const given = compensated.days + compensated.credits;
  return (
    <Facts
      facts={[
        [fields.status, statusOf(of)],
        [fields.kind, choiceWord(of.kind)],
        [w.source, w.sources[of.source]],
        [fields.location_code, of.location_code],
        [fields.nasid, of.nasname],
        [w.services, of.status !== 'Suggested' && <Concerned key="services" of={of} />],
        [w.now, concerned.count > 0 && count(concerned.count)],
        [w.byLocation, concerned.locations.map((each) => `${each.location_code} ${count(each.count)}`).join(', ')],
        [w.tickets, tickets.pending + tickets.resolved > 0 && w.ticketsOf(tickets.pending, tickets.resolved)],
        [fields.starts_at, instant(of.starts_at)],
        [w.opened, opened_at && `${instant(opened_at)}, ${of.opened_by ?? ''}`],
        [fields.expected_at, !ended_at && expected_at && instant(expected_at)],
        [fields.ended_at, ended_at && instant(ended_at)],
        [fields.reason, of.reason],
        [w.dunning, of.hold_dunning ? w.held : w.notHeld],
        [w.compensated, given + compensated.none > 0 && w.compensatedOf(given, compensated.none)],
      ]}
    />
  );
}
