import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { addDays, today } from '../../ui/day.ts';
import { Answer } from '../../ui/empty.tsx';
import { instant } from '../../ui/instant.ts';
import { Screen } from '../../ui/screen.tsx';
import classes from '../../ui/visit-cards.module.css';
import { words } from '../../words/words.ts';
import { Finish, type Finishing } from './finish.tsx';
import type { Visit } from './kept-visits.ts';
import type { Outbox } from './outbox.ts';
import type { Move, Stored } from './unsent.ts';
import { useField } from './use-field.ts';
import { VisitCard } from './visit-card.tsx';

/** A technician's own day, which works without a connection. */
export function Field() {
  const w = words.visits;
  const { visits, error, refetch, outbox, unsent } = useField();
  const [finishing, setFinishing] = useState<Finishing>();
  const act = (visit: Visit, move: Move) => void outbox.add(visit.id, visit.name ?? `${visit.id}`, move);
  const waiting = unsent.filter(({ refused }) => refused === undefined).length;
  return (
    <Screen title={words.shell.screens.field}>
      <Stack gap="md">
        {waiting > 0 && <Text role="status">{w.waiting(waiting)}</Text>}
        <Refused unsent={unsent} outbox={outbox} />
        <Answer of={{ data: visits, error: visits ? null : error, refetch }} lines={6}>
          {(all) => {
            const [now, next] = [today(), addDays(today(), 1)].map((on) => all.filter(({ day }) => day === on));
            const actions = { onMove: act, onFinish: setFinishing };
            return (
              <>
                <Day title={w.today} visits={now ?? []} {...actions} />
                {next && next.length > 0 && <Day title={w.tomorrow} visits={next} {...actions} />}
              </>
            );
          }}
        </Answer>
      </Stack>
      {finishing && (
        <Finish
          {...finishing}
          onClose={() => setFinishing(undefined)}
          onMove={(move) => {
            act(finishing.visit, move);
            setFinishing(undefined);
          }}
        />
      )}
    </Screen>
  );
}

interface DayProps {
  readonly title: string;
  readonly visits: readonly Visit[];
  readonly onMove: (visit: Visit, move: Move) => void;
  readonly onFinish: (finishing: Finishing) => void;
}

function Day({ title, visits, onMove, onFinish }: DayProps) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {visits.length === 0 && <Text c="dimmed">{words.leads.noVisits}</Text>}
      <ul className={classes.cards}>
        {visits.map((visit) => (
          <VisitCard key={visit.id} visit={visit} onMove={onMove} onFinish={onFinish} />
        ))}
      </ul>
    </section>
  );
}

/** What the node did not carry out. The dispatcher has been told. */
function Refused({ unsent, outbox }: { unsent: readonly Stored[]; outbox: Outbox }) {
  const w = words.visits;
  return unsent
    .filter(({ refused }) => refused !== undefined)
    .map((action) => (
      <Alert key={action.seq} color="red" title={w.refused(action.name, w.states[action.move.state])}>
        <Text size="sm">
          {action.move.done_at && `${instant(action.move.done_at as Date)}. `}
          {action.refused} {w.dispatcherKnows}
        </Text>
        <Group mt="xs">
          <Button size="xs" variant="default" onClick={() => void outbox.dismiss(action)}>
            {w.understood}
          </Button>
        </Group>
      </Alert>
    ));
}
