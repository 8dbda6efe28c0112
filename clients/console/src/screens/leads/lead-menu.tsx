import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { sentenceOf } from '../../api/faults.ts';
import { useMay } from '../../api/session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { localOf } from '../../ui/instant.ts';
import { type Lead, mayFinish } from '../../ui/visits.ts';
import { words } from '../../words/words.ts';
import { EditLead } from './edit-lead.tsx';
import { NEED_REASON, REPORTS, RETURNS, type Report } from './moves.ts';

const onError = (error: unknown) => notifications.show({ message: sentenceOf(error), color: 'red' });

/** What can be done with a lead: only what its stage allows. */
export function LeadMenu({ lead }: { lead: Lead }) {
  const may = useMay();
  const update = useChange('lead.update');
  const back = useChange('lead.return');
  const reminder = useChange('lead.reminder');
  const [asking, setAsking] = useState<Report | 'reminder' | 'edit'>();
  const w = words.leads;
  const { id, status } = lead;
  const report = (what: Report) => {
    if (NEED_REASON.includes(what)) setAsking(what);
    else update.mutate({ id, status, report: what }, { onError });
  };
  const isPending = update.isPending || back.isPending || reminder.isPending;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" loading={isPending} aria-label={`${w.move}: ${lead.name}`}>
            <Icon name="dots" size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayFinish(lead) && may('service.write') && (
            <Menu.Item component={Link} to="/subscribers/new" search={{ leadid: String(id) } as never}>
              {w.finish}
            </Menu.Item>
          )}
          {REPORTS[status].map((what) => (
            <Menu.Item key={what} onClick={() => report(what)}>
              {w.reports[what]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {RETURNS[status].map((stage) => (
            <Menu.Item key={stage} onClick={() => back.mutate({ id, status: stage }, { onError })}>
              {w.returnTo(w.statuses[stage])}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setAsking('edit')}>{w.edit}</Menu.Item>
          <Menu.Item onClick={() => setAsking('reminder')}>{w.remindMe}</Menu.Item>
          {lead.remind_at && (
            <Menu.Item onClick={() => reminder.mutate({ id, action: 'unset' }, { onError })}>{w.forget}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asking && <Asked lead={lead} about={asking} onClose={() => setAsking(undefined)} />}
    </>
  );
}

interface AskedProps {
  readonly lead: Lead;
  readonly about: Report | 'reminder' | 'edit';
  readonly onClose: () => void;
}

/** What a report or a reminder needs to know. */
function Asked({ lead, about, onClose }: AskedProps) {
  const w = words.leads;
  const { id, name, status, remind_at } = lead;
  if (about === 'edit') return <EditLead lead={lead} onClose={onClose} />;
  if (about === 'reminder')
    return (
      <FormDialog
        path="lead.reminder"
        title={`${name}: ${w.remindMe}`}
        confirm={w.remind}
        fixed={{ id, action: 'set' }}
        fields={[{ name: 'timestamp', required: true, initial: remind_at ? localOf(remind_at) : '' }]}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      path="lead.update"
      title={`${name}: ${w.reports[about]}`}
      confirm={w.move}
      fixed={{ id, status, report: about }}
      fields={[{ name: 'reason', required: true }]}
      onClose={onClose}
    />
  );
}
