import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useChange } from '../../api/change.ts';
import type { Row } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { askRows } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { Answer, Empty } from '../../ui/empty.tsx';
import { newKey } from '../../ui/new-key.ts';
import { setPoppedCall } from '../../ui/popped-call.ts';
import { Card, Screen } from '../../ui/screen.tsx';
import { Status } from '../../ui/status.tsx';
import { Dim } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import classes from './call.module.css';

type Subscriber = Row<'subscriber.list'>;

/** More have one number only where it is no person's. */
const MAX_ROWS = 20;

/**
 * Where a telephone system sends the browser of an agent: `/console/call?from=<number>`. The subscriber with that number is opened
 * at once; of several the agent chooses. The call is logged once for each visit of the page, and the shell offers to note what came
 * of it.
 */
export function Call() {
  const w = words.calling;
  const { from = '' } = useSearch({ strict: false }) as { from?: string };
  // A telephone system that writes `+` in a query means the sign, which is read as a space.
  const number = from.startsWith(' ') ? `+${from.trim()}` : from.trim();
  if (number === '')
    return (
      <Screen title={w.screen} narrow>
        <Empty icon="phone" title={w.noNumber} hint={w.noNumberHint} />
      </Screen>
    );
  return <Caller key={number} number={number} />;
}

function Caller({ number }: { number: string }) {
  const w = words.calling;
  const found = useQuery(askRows('subscriber.list', { mobile: number, rows_limit: MAX_ROWS }));
  useLoggedCall(number, found.data);
  const [only, ...others] = found.data ?? [];
  if (only && others.length === 0) return <Navigate to={`/subscribers/${only.serviceid}`} replace />;
  return (
    <Screen title={w.title(number)} narrow>
      <Answer of={found} lines={4}>
        {(subscribers) =>
          subscribers.length === 0 ? (
            <Empty icon="phone" title={w.nobody} hint={w.nobodyHint} />
          ) : (
            <Card title={w.several}>
              <ul className={classes.found}>
                {subscribers.map((subscriber) => (
                  <Choice key={subscriber.serviceid} subscriber={subscriber} />
                ))}
              </ul>
            </Card>
          )
        }
      </Answer>
    </Screen>
  );
}

function Choice({ subscriber: { serviceid, customername, username, planname, status } }: { subscriber: Subscriber }) {
  return (
    <li>
      <Link to={`/subscribers/${serviceid}`} className={classes.choice ?? ''}>
        <span>
          {customername ?? username} <Dim>{username}</Dim>
        </span>
        <Text size="sm" c="dimmed">
          {planname}
        </Text>
        <Status of={status} />
      </Link>
    </li>
  );
}

/** Logs the call as soon as it is known whose it is, and once, whatever is read again. */
function useLoggedCall(number: string, found: readonly Subscriber[] | undefined): void {
  const mayLog = useMay()('note.write');
  const visit = useRef<string>(undefined);
  const { mutateAsync } = useChange('phonecall.create');
  useEffect(() => {
    if (!found || !mayLog || visit.current) return;
    visit.current = newKey();
    const call = {
      number,
      direction: 'In',
      outcome: 'Answered',
      client_ref: visit.current,
      ...subjectOf(found),
    } as const;
    // The subscriber may be open by then, and this page gone.
    mutateAsync(call).then(
      (id) => setPoppedCall({ id, number }),
      (error: unknown) => {
        const message = words.calling.notLogged(sentenceOf(error));
        notifications.show({ message, color: 'red', autoClose: false });
      },
    );
  }, [number, found, mayLog, mutateAsync]);
}

/** The service, or the customer of several; of several customers none, until an agent says so. */
function subjectOf(found: readonly Subscriber[]): { serviceid?: number; customerid?: number } {
  const [first] = found;
  if (!first) return {};
  if (found.length === 1) return { serviceid: first.serviceid };
  return found.every(({ customerid }) => customerid === first.customerid) ? { customerid: first.customerid } : {};
}
