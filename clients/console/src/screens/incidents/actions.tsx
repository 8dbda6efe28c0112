import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { sentenceOf } from '../../api/faults.ts';
import { ask } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { newKey } from '../../ui/new-key.ts';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { Compensate } from './compensate.tsx';
import { type IncidentRecord, MOVES, type Report } from './moves.ts';

const onError = (error: unknown) => notifications.show({ message: sentenceOf(error), color: 'red' });

type Asking = 'resolve' | 'dismiss' | 'edit' | 'compensate';

/** What can be done about an incident: only what its status and the caller's rights allow. */
export function Actions({ incident }: { incident: IncidentRecord }) {
  const may = useMay();
  const [asking, setAsking] = useState<Asking>();
  const move = useChange('incident.move');
  const { id, status } = incident;
  const w = words.incidents;
  const mayWrite = may('incident.write');
  const moves = mayWrite ? MOVES[status] : [];
  const report = (what: Report) => {
    if (what === 'resolve' || what === 'dismiss') setAsking(what);
    else move.mutate({ id, status, report: what }, { onError });
  };
  const close = () => setAsking(undefined);
  return (
    <Group gap="xs">
      {moves.map((what, at) =>
        what === 'open' ? (
          <Open key={what} incident={incident} />
        ) : (
          <Button key={what} variant={at === 0 ? 'filled' : 'default'} onClick={() => report(what)}>
            {w.reports[what]}
          </Button>
        ),
      )}
      {(status === 'Open' || status === 'Monitoring') && may('message.broadcast') && (
        <Button variant="default" component={Link} to="/notices/many" search={{ incident: String(id) } as never}>
          {w.tell}
        </Button>
      )}
      {moves.length > 0 && (
        <Button variant="default" onClick={() => setAsking('edit')}>
          {w.edit}
        </Button>
      )}
      {status === 'Resolved' && may('compensation.write') && (
        <Button variant="default" onClick={() => setAsking('compensate')}>
          {w.compensate}
        </Button>
      )}
      {asking === 'compensate' && <Compensate incident={incident} onClose={close} />}
      {asking === 'edit' && <Edit incident={incident} onClose={close} />}
      {(asking === 'resolve' || asking === 'dismiss') && <Ask incident={incident} report={asking} onClose={close} />}
    </Group>
  );
}

/** Opens it for the services that the button counts. */
function Open({ incident }: { incident: IncidentRecord }) {
  const { id, status, location_code, nasid, of_resellerid, planid, poolid, source } = incident;
  const move = useChange('incident.move');
  const given = { location_code, nasid, of_resellerid, planid, poolid };
  const filter = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  // The services that a plan of work names are not in the record.
  const isCounted = source !== 'Staff';
  const counts = useQuery({ ...ask('incident.preview', filter), enabled: isCounted });
  const { openFor, reports } = words.incidents;
  const shown = counts.data?.count;
  return (
    <Button
      loading={move.isPending || (isCounted && counts.isLoading)}
      onClick={() =>
        move.mutate({ id, status, report: 'open', ...(shown === undefined ? {} : { count: shown }) }, { onError })
      }
    >
      {shown === undefined ? reports.open : openFor(count(shown))}
    </Button>
  );
}

interface AskProps {
  readonly incident: IncidentRecord;
  readonly onClose: () => void;
}

function Edit({ incident, onClose }: AskProps) {
  const fields = [{ name: 'title', label: words.incidents.what }, 'kind', 'text_en', 'text_hi', 'expected_at'];
  return (
    <FormDialog
      path="incident.update"
      title={words.incidents.edit}
      stored={incident}
      fixed={{ id: incident.id }}
      fields={[...fields, 'hold_dunning']}
      onClose={onClose}
    />
  );
}

function Ask({ incident: { id, status }, report, onClose }: AskProps & { readonly report: 'resolve' | 'dismiss' }) {
  const [idempotency_key] = useState(newKey);
  const title = words.incidents.reports[report];
  return (
    <FormDialog
      path="incident.move"
      title={title}
      confirm={title}
      fixed={{ id, status, report, idempotency_key }}
      fields={report === 'resolve' ? ['ended_at', 'reason'] : ['reason']}
      onClose={onClose}
    />
  );
}
