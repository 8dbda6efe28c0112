import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Permission, useMay } from '../../api/session.ts';
import { Card } from '../../ui/screen.tsx';
import type { SubscriberRecord } from '../../ui/subscriber-record.ts';
import { useCurrentInSight } from '../../ui/use-current-in-sight.ts';
import type { Words } from '../../words/words.ts';
import { words } from '../../words/words.ts';
import { Identities } from './identities.tsx';
import { Invoices, Payments, Statement } from './money-tabs.tsx';
import { SessionHistory } from './session-history.tsx';
import { SettingsForm } from './settings-form.tsx';
import classes from './subscriber.module.css';
import { Timeline } from './timeline.tsx';

type Tab = keyof Words['subscriber']['tabs'];

const TABS: readonly { tab: Tab; needs?: Permission; panel: (subscriber: SubscriberRecord) => ReactNode }[] = [
  { tab: 'timeline', panel: ({ service }) => <Timeline serviceid={service.serviceid} /> },
  { tab: 'sessions', panel: ({ service }) => <SessionHistory serviceid={service.serviceid} /> },
  { tab: 'invoices', needs: 'payment.read', panel: ({ service }) => <Invoices serviceid={service.serviceid} /> },
  { tab: 'payments', needs: 'payment.read', panel: ({ service }) => <Payments serviceid={service.serviceid} /> },
  { tab: 'statement', needs: 'payment.read', panel: ({ service }) => <Statement serviceid={service.serviceid} /> },
  {
    tab: 'identities',
    needs: 'service.read',
    panel: ({ service }) => <Identities serviceid={service.serviceid} />,
  },
  { tab: 'settings', needs: 'service.write', panel: (subscriber) => <SettingsForm subscriber={subscriber} /> },
];

/** Everything else of a subscriber. The tab is in the address. */
export function SubscriberTabs({ subscriber }: { subscriber: SubscriberRecord }) {
  const may = useMay();
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const navigate = useNavigate();
  const offered = TABS.filter(({ needs }) => needs === undefined || may(needs));
  const chosen = offered.find((each) => each.tab === tab) ?? offered[0];
  const row = useCurrentInSight<HTMLDivElement>(chosen?.tab);
  return (
    <Card>
      <Tabs
        value={chosen?.tab ?? null}
        keepMounted={false}
        onChange={(next) => void navigate({ to: '.', search: { tab: next ?? undefined } as never, replace: true })}
      >
        <Tabs.List ref={row} className={classes.tabList ?? ''}>
          {offered.map((each) => (
            <Tabs.Tab key={each.tab} value={each.tab}>
              {words.subscriber.tabs[each.tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {offered.map((each) => (
          <Tabs.Panel key={each.tab} value={each.tab} className={classes.tabPanel}>
            {each.panel(subscriber)}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Card>
  );
}
