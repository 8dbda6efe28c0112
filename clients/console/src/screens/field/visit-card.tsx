import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { CallButton } from '../../ui/call-button.tsx';
import { choiceWord } from '../../ui/choice-word.ts';
import { Facts } from '../../ui/facts.tsx';
import { MapLink } from '../../ui/map-link.tsx';
import { Lines } from '../../ui/texts.tsx';
import classes from '../../ui/visit-cards.module.css';
import { visitState } from '../../ui/visit-state.tsx';
import { words } from '../../words/words.ts';
import type { Finishing } from './finish.tsx';
import type { Visit } from './kept-visits.ts';
import type { Move } from './unsent.ts';
import { NEXT_STATES, TECHNICIANS } from './workflow.ts';

interface CardProps {
  readonly visit: Visit;
  readonly onMove: (visit: Visit, move: Move) => void;
  readonly onFinish: (finishing: Finishing) => void;
}

/** A tap opens what there is to know; the buttons are the moves that the state allows. */
export function VisitCard({ visit, onMove, onFinish }: CardProps) {
  const w = words.visits;
  const [isOpen, setOpen] = useState(false);
  const next = NEXT_STATES[visit.state].filter((state) => TECHNICIANS.includes(state));
  return (
    <li className={classes.card} aria-label={visit.name ?? w.stranger}>
      <div className={classes.head}>
        <button type="button" className={classes.name} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {visit.name ?? w.stranger}
        </button>
        <b>{visit.hours}</b>
      </div>
      <div className={classes.state}>
        {choiceWord(visit.kind)} {visitState(visit)}
      </div>
      <Text size="sm" c="dimmed">
        {visit.address}
      </Text>
      {isOpen && <Details visit={visit} />}
      <div className={classes.buttons}>
        {next.map((state, at) => (
          <Button
            key={state}
            variant={at === 0 ? 'filled' : 'default'}
            onClick={() =>
              state === 'Done' || state === 'Failed' ? onFinish({ visit, state }) : onMove(visit, { state })
            }
          >
            {w.moves[state]}
          </Button>
        ))}
        {visit.mobile && <CallButton number={visit.mobile} />}
        <MapLink to={visit} />
      </div>
    </li>
  );
}

function Details({ visit }: { visit: Visit }) {
  const { visits: w, fields } = words;
  return (
    <>
      {visit.text && <Lines>{visit.text}</Lines>}
      <Facts
        facts={[
          [w.note, visit.note],
          [fields.username, visit.username],
          [words.tickets.docket, visit.docket],
          [fields.mac, visit.mac],
          [fields.serial, visit.serial],
          [fields.optical_dbm, visit.optical_dbm],
          [w.outcome, visit.outcome],
          [fields.reason, visit.reason],
        ]}
      />
    </>
  );
}
