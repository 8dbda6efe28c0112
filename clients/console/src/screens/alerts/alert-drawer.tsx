import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { sentenceOf } from '../../api/faults.ts';
import { askRows, LIVE_MS } from '../../api/queries.ts';
import { useMay, useMe } from '../../api/session.ts';
import { type Alert, alertSentence } from '../../ui/alerts.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Answer } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { instant } from '../../ui/instant.ts';
import { words } from '../../words/words.ts';
import { AlertState, stateOf } from './alert-list.tsx';

/** An alert, what it means, and what can be done about it. */
export function AlertDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const found = useQuery({ ...askRows('alert.list', { id }), refetchInterval: LIVE_MS });
  const alert = found.data?.[0];
  return (
    <DetailsDrawer title={alert ? alertSentence(alert) : words.alerts.title} onClose={onClose}>
      <Answer of={found} lines={6}>
        {() =>
          alert && (
            <>
              <p>{words.alerts.advice[alert.kind]}</p>
              <Actions of={alert} />
              <Ways of={alert} />
              <Details of={alert} />
            </>
          )
        }
      </Answer>
    </DetailsDrawer>
  );
}

const onError = (error: unknown) => notifications.show({ message: sentenceOf(error), color: 'red' });

function Actions({ of: { id, acked_at, ...of } }: { of: Alert }) {
  const w = words.alerts;
  const may = useMay();
  const [isMuting, setMuting] = useState(false);
  const ack = useChange('alert.ack');
  const mute = useChange('alert.mute');
  if (!may('alert.ack')) return null;
  const isMuted = stateOf({ id, acked_at, ...of }) === 'muted';
  return (
    <Group gap="xs">
      {!acked_at && (
        <Button
          leftSection={<Icon name="check" size={16} />}
          loading={ack.isPending}
          onClick={() => ack.mutate({ id }, { onError })}
        >
          {w.ack}
        </Button>
      )}
      {isMuted ? (
        <Button variant="default" loading={mute.isPending} onClick={() => mute.mutate({ id }, { onError })}>
          {w.unmute}
        </Button>
      ) : (
        <Button variant="default" onClick={() => setMuting(true)}>
          {w.mute}
        </Button>
      )}
      {isMuting && (
        <FormDialog
          path="alert.mute"
          title={w.mute}
          lead={w.muteLead}
          confirm={w.mute}
          fixed={{ id }}
          fields={[{ name: 'upto', label: w.mutedUpto, required: true }]}
          onClose={() => setMuting(false)}
        />
      )}
    </Group>
  );
}

/** What may lie at the root of an outage. */
const OUTAGES: readonly Alert['kind'][] = ['silent', 'reboot', 'drift', 'coa'];

/** Where to look next. */
function Ways({ of: { kind, nasid, nasname, closed_at } }: { of: Alert }) {
  const w = words.alerts;
  const may = useMay();
  const { reseller } = useMe();
  const mayEnter = may('incident.write') && !reseller && !closed_at && OUTAGES.includes(kind);
  const incident = { add: 'yes', nasid: String(nasid), title: w.incidentTitle(nasname ?? w.aNas) };
  return (
    <Group gap="xs">
      {nasid !== null && <Way to="/nas" search={{ nas: String(nasid) }} text={w.showNas} />}
      {nasid !== null && mayEnter && <Way to="/incidents" search={incident} text={w.openIncident} />}
      {kind === 'rejects' && may('session.read') && <Way to="/sessions/rejects" text={w.showRejects} />}
      {kind === 'pool' && may('pool.read') && <Way to="/pools" text={w.showPools} />}
    </Group>
  );
}

const Way = ({ to, search = {}, text }: { to: string; search?: Readonly<Record<string, string>>; text: string }) => (
  <Button variant="default" component={Link} to={to} search={search as never}>
    {text}
  </Button>
);

function Details({ of }: { of: Alert }) {
  const w = words.alerts;
  const { acked_at, acked_by, reopened_at, closed_at, muted_upto, muted_by } = of;
  return (
    <Facts
      facts={[
        [w.state, <AlertState key="state" of={of} />],
        [w.kind, w.kinds[of.kind]],
        [w.opened, instant(of.opened_at)],
        [w.reopened, reopened_at && instant(reopened_at)],
        [w.acked, acked_at && w.ackedBy(acked_by ?? '', instant(acked_at))],
        [w.mutedUpto, muted_upto && w.ackedBy(instant(muted_upto), muted_by ?? '')],
        [w.closed, closed_at && instant(closed_at)],
      ]}
    />
  );
}
