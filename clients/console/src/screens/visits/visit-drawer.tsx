import { Alert, Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { sentenceOf } from '../../api/faults.ts';
import { ask, LIVE_MS } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { choiceWord } from '../../ui/choice-word.ts';
import { day } from '../../ui/day.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Answer } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { instant } from '../../ui/instant.ts';
import { MapLink } from '../../ui/map-link.tsx';
import { visitState } from '../../ui/visit-state.tsx';
import { words } from '../../words/words.ts';
import { EditVisit, MoveVisit, type VisitRecord } from './visit-forms.tsx';
import { nameOf } from './visit-list.tsx';

/** A visit, what was done about it, and what a dispatcher can do. */
export function VisitDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const record = useQuery({ ...ask('visit.get', { id }), refetchInterval: LIVE_MS });
  return (
    <DetailsDrawer title={record.data ? nameOf(record.data) : words.shell.screens.visits} onClose={onClose}>
      <Answer of={record} lines={8}>
        {(visit) => (
          <>
            <Conflict visit={visit} />
            <Actions visit={visit} />
            <Details visit={visit} />
          </>
        )}
      </Answer>
    </DetailsDrawer>
  );
}

function Conflict({ visit: { id, conflict } }: { visit: VisitRecord }) {
  const settle = useChange('visit.conflict_settle');
  const isWritable = useMay()('visit.write');
  if (conflict === null) return null;
  const onError = (error: unknown) => notifications.show({ message: sentenceOf(error), color: 'red' });
  return (
    <Alert color="red" title={words.visits.inConflict}>
      {conflict}
      {isWritable && (
        <Group mt="xs">
          <Button size="xs" loading={settle.isPending} onClick={() => settle.mutate({ id }, { onError })}>
            {words.visits.settle}
          </Button>
        </Group>
      )}
    </Alert>
  );
}

function Actions({ visit }: { visit: VisitRecord }) {
  const w = words.visits;
  const [asking, setAsking] = useState<'edit' | 'Cancelled' | 'Booked'>();
  const { state } = visit;
  if (!useMay()('visit.write') || state === 'Cancelled') return null;
  const onClose = () => setAsking(undefined);
  return (
    <Group gap="xs">
      {state !== 'Done' && state !== 'Failed' && <Button onClick={() => setAsking('edit')}>{w.edit}</Button>}
      {state === 'Failed' && <Button onClick={() => setAsking('Booked')}>{w.moves.Booked}</Button>}
      {state === 'Booked' && (
        <Button variant="default" onClick={() => setAsking('Cancelled')}>
          {w.moves.Cancelled}
        </Button>
      )}
      <MapLink to={visit} />
      {asking === 'edit' && <EditVisit visit={visit} onClose={onClose} />}
      {asking && asking !== 'edit' && <MoveVisit visit={visit} state={asking} onClose={onClose} />}
    </Group>
  );
}

function Details({ visit }: { visit: VisitRecord }) {
  const { visits: w, fields } = words;
  const done = visit.history.filter(({ action }) => action === 'move');
  return (
    <Facts
      facts={[
        [words.careTasks.state, visitState(visit)],
        [w.window, `${day(visit.day)}, ${visit.hours}`],
        [fields.kind, choiceWord(visit.kind)],
        [fields.technicianid, visit.technician],
        [fields.address, visit.address],
        [fields.mobile, visit.mobile],
        [words.tickets.docket, visit.docket],
        [w.note, visit.note],
        [w.report, visit.report && w.reports[visit.report]],
        [w.outcome, visit.outcome],
        [fields.reason, visit.reason],
        [fields.mac, visit.mac],
        [fields.serial, visit.serial],
        [fields.optical_dbm, visit.optical_dbm],
        ...done.map(({ state, at, created_by }): [string, string] => [
          w.states[state],
          `${instant(at)}, ${created_by}`,
        ]),
      ]}
    />
  );
}
