import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMay } from '../../api/session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Screen } from '../../ui/screen.tsx';
import { words } from '../../words/words.ts';
import { LeadColumn } from './column.tsx';
import classes from './leads.module.css';
import { REPORTS, type Stage } from './moves.ts';

/** The leads as columns of their stages. */
export function Leads() {
  const may = useMay();
  const [isOpen, { open, close }] = useDisclosure(false);
  const { leadid } = useSearch({ strict: false }) as { leadid?: string };
  const w = words.leads;
  const board = useRef<HTMLElement>(null);
  const isVisitor = may('service.write');
  // Who makes services goes out: on a phone, which shows one stage, that begins with the visits.
  useEffect(() => {
    const visits = board.current?.children[(Object.keys(REPORTS) as Stage[]).indexOf('Field-Verification')];
    if (isVisitor) visits?.scrollIntoView({ inline: 'start', block: 'nearest' });
  }, [isVisitor]);
  return (
    <Screen
      full
      title={w.title}
      actions={
        may('lead.write') ? (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
            {w.add}
          </Button>
        ) : null
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys */}
      <section className={classes.board} aria-label={w.title} tabIndex={0} ref={board}>
        {(Object.keys(REPORTS) as Stage[]).map((stage) => (
          <LeadColumn key={stage} stage={stage} marked={leadid === undefined ? undefined : Number(leadid)} />
        ))}
      </section>
      {isOpen && (
        <FormDialog
          path="lead.create"
          title={w.add}
          fields={['name', 'mobile', 'email', { name: 'source', initial: 'Phone' }, 'address', 'location_code']}
          onClose={close}
        />
      )}
    </Screen>
  );
}
