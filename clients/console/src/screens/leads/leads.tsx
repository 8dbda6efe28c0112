import { Button, SegmentedControl } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ask } from '../../api/queries.ts';
import { useMay, useMe } from '../../api/session.ts';
import { Answer } from '../../ui/empty.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Screen } from '../../ui/screen.tsx';
import { words } from '../../words/words.ts';
import { LeadColumn } from './column.tsx';
import classes from './leads.module.css';

/** The most of a column. */
const LIMIT = 50;

/** The leads as columns of their stages. */
export function Leads() {
  const may = useMay();
  const [isOpen, { open, close }] = useDisclosure(false);
  const { leadid, mine } = useSearch({ strict: false }) as { leadid?: string; mine?: string };
  const { userid } = useMe();
  const board = useQuery(ask('lead.board', { limit: LIMIT, ...(mine === 'yes' ? { assigned_to: userid } : {}) }));
  const w = words.leads;
  const section = useRef<HTMLElement>(null);
  const visits = board.data?.findIndex(({ status }) => status === 'Field-Verification');
  const isPhone = useMediaQuery('(max-width: 760px)') ?? false;
  const goesOut = may('service.write') && isPhone;
  // Who makes services goes out: on a phone, which shows one stage, that begins with the visits.
  useEffect(() => {
    const column = visits === undefined ? undefined : section.current?.children[visits];
    if (goesOut) column?.scrollIntoView({ inline: 'start', block: 'nearest' });
  }, [goesOut, visits]);
  return (
    <Screen
      full
      title={w.title}
      actions={
        <>
          <Whose isMine={mine === 'yes'} />
          {may('lead.write') && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
              {w.add}
            </Button>
          )}
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys */}
      <section className={classes.board} aria-label={w.title} tabIndex={0} ref={section}>
        <Answer of={board} lines={8}>
          {(columns) =>
            columns.map((column) => (
              <LeadColumn key={column.status} of={column} marked={leadid === undefined ? undefined : Number(leadid)} />
            ))
          }
        </Answer>
      </section>
      {isOpen && (
        <FormDialog
          path="lead.create"
          title={w.add}
          fields={[
            'name',
            'mobile',
            'email',
            { name: 'source', initial: 'Phone' },
            'address',
            'city',
            'zipcode',
            'state',
            'location_code',
          ]}
          onClose={close}
        />
      )}
    </Screen>
  );
}

/** A field installer sees first what is theirs. */
function Whose({ isMine }: { isMine: boolean }) {
  const w = words.leads;
  const navigate = useNavigate();
  const choose = (value: string) =>
    void navigate({ to: '.', search: { mine: value === 'mine' ? 'yes' : undefined } as never, replace: true });
  return (
    <SegmentedControl
      aria-label={w.whose}
      value={isMine ? 'mine' : 'all'}
      onChange={choose}
      data={[
        { value: 'all', label: words.common.all },
        { value: 'mine', label: w.mine },
      ]}
    />
  );
}
