import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, LIVE_MS } from '../../api/queries.ts';
import { useMay, useMe } from '../../api/session.ts';
import { Answer } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ago } from '../../ui/instant.ts';
import { Screen } from '../../ui/screen.tsx';
import { words } from '../../words/words.ts';
import { AlertStrip } from './alert-strip.tsx';
import classes from './dashboard.module.css';
import { Due } from './due.tsx';
import { LoginsGraph, OnlineGraph } from './graphs.tsx';
import { FullPools, Leads, Modes, Statuses } from './parts.tsx';
import { Tiles } from './tiles.tsx';
import { Visits } from './visits.tsx';

/** How today is. */
export function Dashboard() {
  const may = useMay();
  const { isp, reseller, restricted } = useMe();
  const now = useQuery({ ...ask('dashboard.now', {}), refetchInterval: LIVE_MS });
  const w = words.dashboard;
  // Figures over time are not counted by location.
  const hasSeries = may('session.read') && !restricted;
  return (
    <Screen
      title={reseller?.name ?? isp?.name ?? w.title}
      hint={now.data?.as_of ? w.asOf(ago(now.data.as_of)) : undefined}
      actions={
        may('service.write') && (
          <Button component={Link} to="/subscribers/new" leftSection={<Icon name="plus" size={16} />}>
            {words.subscribers.add}
          </Button>
        )
      }
    >
      <AlertStrip />
      <Visits />
      <Answer of={now} lines={6}>
        {(figures) => (
          <>
            <Tiles figures={figures} />
            <div className={classes.cards}>
              {hasSeries && <OnlineGraph />}
              {hasSeries && <LoginsGraph />}
              {may('service.read') && <Due />}
              <Statuses figures={figures} />
              <Modes figures={figures} />
              <FullPools figures={figures} />
              <Leads figures={figures} />
            </div>
          </>
        )}
      </Answer>
    </Screen>
  );
}
