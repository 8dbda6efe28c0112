import { ActionIcon, Menu, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { sentenceOf } from '../../api/faults.ts';
import { askRows } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { Answer } from '../../ui/empty.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ago, instant } from '../../ui/instant.ts';
import { words } from '../../words/words.ts';
import classes from './leads.module.css';
import { type Lead, NEED_REASON, REPORTS, type Report, type Stage } from './moves.ts';

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
        {may('lead.write') && <Moves lead={lead} />}
      </div>
      <a href={`tel:${mobile}`}>{mobile}</a>
      <Text size="sm" c="dimmed" lineClamp={2}>
        {address}
      </Text>
      {reason && <Text size="sm">{reason}</Text>}
      <Text size="xs" c="dimmed">
        {source} · {ago(created_at)}
        {remind_at && ` · ${words.leads.remind} ${instant(remind_at)}`}
      </Text>
    </li>
  );
}

/** Only what the stage allows. */
function Moves({ lead }: { lead: Lead }) {
  const update = useChange('lead.update');
  const [asking, setAsking] = useState<Report>();
  const w = words.leads;
  const fixed = { id: lead.id, status: lead.status };
  const move = (report: Report) => {
    if (NEED_REASON.includes(report)) setAsking(report);
    else
      update.mutate(
        { ...fixed, report },
        { onError: (error) => notifications.show({ message: sentenceOf(error), color: 'red' }) },
      );
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" loading={update.isPending} aria-label={`${w.move}: ${lead.name}`}>
            <Icon name="dots" size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {REPORTS[lead.status].map((report) => (
            <Menu.Item key={report} onClick={() => move(report)}>
              {w.reports[report]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {asking && (
        <FormDialog
          path="lead.update"
          title={`${lead.name}: ${w.reports[asking]}`}
          confirm={w.move}
          fixed={{ ...fixed, report: asking }}
          fields={[{ name: 'reason', required: true }]}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}
