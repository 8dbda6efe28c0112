import { Badge, Button, Drawer, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Row } from '../../api/client.ts';
import { askRows } from '../../api/queries.ts';
import { Answer } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { startingWith } from '../../ui/filters.ts';
import { ListScreen, type ListSpec } from '../../ui/list-screen.tsx';
import { money } from '../../ui/money.ts';
import { PlainTable } from '../../ui/paged-table.tsx';
import { Dim, Strong } from '../../ui/texts.tsx';
import { gigabytes, speed } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

type Plan = Row<'plan.list'>;

/** `20 Mbit/s to 100 GB`. */
function level(gb: string | null, dl: number | null): string | null {
  if (dl === null) return null;
  return gb === null || Number(gb) === 0
    ? `${speed(dl)}, ${words.common.unlimited}`
    : `${speed(dl)}, ${gigabytes(Number(gb))}`;
}

const period = ({ plan_period, plan_period_unit }: Plan) =>
  plan_period_unit === 'Month' ? words.plans.month(plan_period) : words.plans.days(plan_period);

function planList(): ListSpec<Plan> {
  const w = words.plans;
  return {
    title: w.title,
    path: 'plan.list',
    keyOf: ({ id }) => id,
    sort: 'name',
    empty: { title: w.emptyTitle, hint: w.emptyHint },
    columns: [
      {
        key: 'name',
        title: w.name,
        width: 150,
        grow: 1.3,
        rank: 0,
        sort: 'name',
        cell: ({ name }) => <Strong>{name}</Strong>,
      },
      { key: 'period', title: w.period, width: 90, rank: 2, cell: period },
      {
        key: 'level1',
        title: w.level1,
        width: 170,
        rank: 0,
        sort: 'bw1_dl',
        cell: ({ bw1_gb, bw1_dl }) => level(bw1_gb, bw1_dl),
      },
      { key: 'level2', title: w.level2, width: 170, rank: 3, cell: ({ bw2_gb, bw2_dl }) => level(bw2_gb, bw2_dl) },
      { key: 'level3', title: w.level3, width: 170, rank: 5, cell: ({ bw3_gb, bw3_dl }) => level(bw3_gb, bw3_dl) },
      {
        key: 'connectivity',
        title: w.connectivity,
        width: 130,
        rank: 4,
        cell: ({ connectivity }) => connectivity.join(', '),
      },
      {
        key: 'enabled',
        title: w.enabled,
        width: 90,
        rank: 1,
        cell: ({ enabled }) =>
          enabled ? <Badge color="green">{words.common.yes}</Badge> : <Dim>{words.common.no}</Dim>,
      },
    ],
    narrow: (row) => ({ title: row.name, detail: level(row.bw1_gb, row.bw1_dl), end: period(row) }),
    filters: [
      { key: 'name', label: w.name, kind: 'text', pinned: true, toInput: startingWith('name') },
      { key: 'enabled', label: w.enabled, kind: 'flag', pinned: true },
    ],
  };
}

export function Plans() {
  const [plan, setPlan] = useState<Plan>();
  return (
    <ListScreen spec={planList()} onOpen={setPlan}>
      <Drawer
        opened={plan !== undefined}
        onClose={() => setPlan(undefined)}
        position="right"
        size={480}
        title={plan?.name}
        closeButtonProps={{ 'aria-label': words.common.close }}
      >
        {plan && <Details plan={plan} />}
      </Drawer>
    </ListScreen>
  );
}

function Details({ plan }: { plan: Plan }) {
  const w = words.plans;
  const navigate = useNavigate();
  const subplans = useQuery(askRows('plan.subplan_list', { planid: plan.id, rows_limit: 100 }));
  return (
    <Stack>
      <Facts
        facts={[
          [w.level1, level(plan.bw1_gb, plan.bw1_dl)],
          [w.level2, level(plan.bw2_gb, plan.bw2_dl)],
          [w.level3, level(plan.bw3_gb, plan.bw3_dl)],
          [w.protocol, plan.protocol.join(', ')],
          [w.connectivity, plan.connectivity.join(', ')],
          [w.carryover, plan.data_carryover ? words.common.yes : words.common.no],
        ]}
      />
      <Answer of={subplans}>
        {(rows) => (
          <PlainTable
            label={w.prices}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { title: w.subplan, cell: ({ name }) => name },
              { title: w.units, end: true, cell: ({ units }) => units },
              { title: w.price, end: true, cell: ({ price }) => money(price) },
              { title: w.portal, cell: ({ portal }) => (portal ? words.common.yes : words.common.no) },
            ]}
          />
        )}
      </Answer>
      <Button
        variant="default"
        onClick={() => void navigate({ to: '/subscribers', search: { planid: String(plan.id) } as never })}
      >
        {w.subscribers}
      </Button>
    </Stack>
  );
}
