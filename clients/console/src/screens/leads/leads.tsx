import { Button, SegmentedControl } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/queries.ts';
import { useMay, useMe } from '../../api/session.ts';
import { Answer } from '../../ui/empty.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { useVisits } from '../../ui/use-visits.ts';
import { VisitCards } from '../../ui/visit-cards.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { LeadColumn } from './column.tsx';
import { NamedLead } from './lead-drawer.tsx';
import classes from './leads.module.css';

/** The most of a column. */
const LIMIT = 50;

/** The leads as columns of their stages. On a phone, installers see first where to go today. */
export function Leads() {
  const may = useMay();
  const [isOpen, { open, close }] = useDisclosure(false);
  const [{ leadid = '', mine }, set] = useAddress();
  const { userid } = useMe();
  const board = useQuery(ask('lead.board', { limit: LIMIT, ...(mine === 'yes' ? { assigned_to: userid } : {}) }));
  const named = /^\d{1,9}$/.test(leadid) ? Number(leadid) : undefined;
  const isPhone = useMediaQuery('(max-width: 760px)', undefined, { getInitialValueInEffect: false });
  const goesOut = may('lead.write') && may('service.write') && isPhone;
  const w = words.leads;
  return (
    <Screen
      full
      title={w.title}
      actions={
        <>
          <Whose isMine={mine === 'yes'} onChange={(isMine) => set({ mine: isMine ? 'yes' : undefined })} />
          {may('lead.write') && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
              {w.add}
            </Button>
          )}
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys */}
      <section className={classes.board} aria-label={w.title} tabIndex={0}>
        <Answer of={board} lines={8}>
          {(columns) => (
            <>
              {goesOut && <Visits />}
              {columns.map((column) => (
                <LeadColumn key={column.status} of={column} marked={named} />
              ))}
            </>
          )}
        </Answer>
      </section>
      {named !== undefined && <NamedLead key={named} id={named} onClose={() => set({ leadid: undefined })} />}
      {isOpen && <NewLead onClose={close} />}
    </Screen>
  );
}

/** Where the caller has to go today. */
function Visits() {
  const visits = useVisits();
  const w = words.leads;
  return (
    <section className={classes.column} aria-label={w.visits}>
      <h2 className={classes.heading}>
        {w.visits} <span>{visits.data && count(visits.data.length)}</span>
      </h2>
      <Answer of={visits}>{(leads) => <VisitCards visits={leads} />}</Answer>
    </section>
  );
}

function NewLead({ onClose }: { onClose: () => void }) {
  const place = ['address', 'city', 'zipcode', 'state', 'location_code'];
  return (
    <FormDialog
      path="lead.create"
      title={words.leads.add}
      fields={['name', 'mobile', 'email', { name: 'source', initial: 'Phone' }, ...place]}
      onClose={onClose}
    />
  );
}

interface WhoseProps {
  readonly isMine: boolean;
  readonly onChange: (isMine: boolean) => void;
}

/** All leads, or those that are the caller's. */
function Whose({ isMine, onChange }: WhoseProps) {
  const w = words.leads;
  return (
    <SegmentedControl
      aria-label={w.whose}
      value={isMine ? 'mine' : 'all'}
      onChange={(value) => onChange(value === 'mine')}
      data={[
        { value: 'all', label: words.common.all },
        { value: 'mine', label: w.mine },
      ]}
    />
  );
}
