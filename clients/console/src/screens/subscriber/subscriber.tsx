import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ask, LIVE_MS } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { Answer } from '../../ui/empty.tsx';
import { fullName, type SubscriberRecord } from '../../ui/subscriber-record.ts';
import { TrafficGraph } from '../../ui/traffic-graph.tsx';
import { words } from '../../words/words.ts';
import { AccessCard } from './access-card.tsx';
import { ContactCard } from './contact-card.tsx';
import { DocumentsCard } from './documents-card.tsx';
import { Header } from './header.tsx';
import { NotesCard } from './notes-card.tsx';
import { PlanCard } from './plan-card.tsx';
import { SessionCard } from './session-card.tsx';
import classes from './subscriber.module.css';
import { SubscriberTabs } from './tabs.tsx';
import { TicketsCard } from './tickets-card.tsx';
import { UsageCard } from './usage-card.tsx';

/** All of one subscriber. */
export function Subscriber() {
  const { serviceid } = useParams({ strict: false }) as { serviceid: string };
  const id = /^\d{1,10}$/.test(serviceid) ? Number(serviceid) : 0;
  const record = useQuery({ ...ask('subscriber.get', { serviceid: id }), refetchInterval: LIVE_MS });
  return (
    <div className={classes.page}>
      <Answer of={record} lines={8}>
        {(subscriber) => <Page key={id} subscriber={subscriber} />}
      </Answer>
    </div>
  );
}

function Page({ subscriber }: { subscriber: SubscriberRecord }) {
  const name = fullName(subscriber);
  const may = useMay();
  useEffect(() => {
    document.title = `${name} · ${words.common.product}`;
  }, [name]);
  return (
    <>
      <Header subscriber={subscriber} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <UsageCard serviceid={subscriber.service.serviceid} />
          {may('service.read') && (
            <TrafficGraph path="service.traffic" input={{ serviceid: subscriber.service.serviceid }} />
          )}
          <SubscriberTabs subscriber={subscriber} />
        </div>
        <aside className={classes.side}>
          <NotesCard subscriber={subscriber} />
          <TicketsCard subscriber={subscriber} />
          <SessionCard subscriber={subscriber} />
          <AccessCard subscriber={subscriber} />
          <PlanCard subscriber={subscriber} />
          <ContactCard subscriber={subscriber} />
          <DocumentsCard subscriber={subscriber} />
          <Text size="xs" c="dimmed">
            {words.subscriber.serviceId} {subscriber.service.serviceid} · {words.subscriber.customerId}{' '}
            {subscriber.service.customerid}
          </Text>
        </aside>
      </div>
    </>
  );
}
