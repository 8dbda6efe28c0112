import { Badge, Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { choiceWords } from '../../ui/choice-word.ts';
import type { Column } from '../../ui/columns.tsx';
import { startingWith } from '../../ui/filters.ts';
import { Icon } from '../../ui/icons.tsx';
import { ListScreen, type ListSpec } from '../../ui/list-screen.tsx';
import { Dim, Strong } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { level, type Plan } from './plan.ts';
import { PlanDrawer } from './plan-drawer.tsx';
import { PlanForm } from './plan-form.tsx';
import { PlanServices } from './plan-services.tsx';
import { priceText, usePlanPrices } from './prices.ts';

const period = ({ plan_period, plan_period_unit }: Plan) =>
  plan_period_unit === 'Month' ? words.plans.month(plan_period) : words.plans.days(plan_period);

/** The price of a plan as a text, once it is known. */
type PriceOf = (plan: Plan) => string | null;

function planList(price: PriceOf): ListSpec<Plan> {
  const w = words.plans;
  return {
    title: w.title,
    path: 'plan.list',
    keyOf: ({ id }) => id,
    sort: 'name',
    empty: { title: w.emptyTitle, hint: w.emptyHint },
    columns: columns(price),
    narrow: (row) => ({
      title: row.name,
      detail: [period(row), level(row.bw1_gb, row.bw1_dl)].filter(Boolean).join(' · '),
      end: price(row),
      endDetail: <PlanServices planid={row.id} inWords />,
    }),
    filters: [
      { key: 'name', label: w.name, kind: 'text', pinned: true, toInput: startingWith('name') },
      { key: 'enabled', label: w.enabled, kind: 'flag', pinned: true },
      { key: 'id', label: words.common.id, kind: 'number' },
    ],
  };
}

function columns(price: PriceOf): Column<Plan>[] {
  const w = words.plans;
  return [
    {
      ...{ key: 'name', title: w.name, width: 180, grow: 1.3, rank: 0, sort: 'name' },
      cell: ({ name }) => <Strong>{name}</Strong>,
    },
    { key: 'price', title: w.price, width: 110, end: true, rank: 0, cell: price },
    {
      ...{ key: 'subscribers', title: w.subscribersShort, width: 100, end: true, rank: 0 },
      cell: ({ id }) => <PlanServices planid={id} />,
    },
    { key: 'period', title: w.period, width: 84, rank: 3, cell: period },
    {
      ...{ key: 'level1', title: w.level1, width: 160, rank: 1, sort: 'bw1_dl' },
      cell: ({ bw1_gb, bw1_dl }) => level(bw1_gb, bw1_dl),
    },
    { key: 'level2', title: w.level2, width: 160, rank: 4, cell: ({ bw2_gb, bw2_dl }) => level(bw2_gb, bw2_dl) },
    { key: 'level3', title: w.level3, width: 160, rank: 6, cell: ({ bw3_gb, bw3_dl }) => level(bw3_gb, bw3_dl) },
    {
      ...{ key: 'connectivity', title: w.connectivity, width: 112, rank: 5 },
      cell: ({ connectivity }) => choiceWords(connectivity),
    },
    {
      ...{ key: 'enabled', title: w.enabled, width: 84, rank: 2 },
      cell: ({ enabled }) => (enabled ? <Badge color="green">{words.common.yes}</Badge> : <Dim>{words.common.no}</Dim>),
    },
  ];
}

export function Plans() {
  const may = useMay();
  const [plan, setPlan] = useState<Plan>();
  const [isAdding, setAdding] = useState(false);
  const prices = usePlanPrices();
  const add = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      {words.plans.add}
    </Button>
  );
  return (
    <ListScreen
      spec={planList(({ id }) => priceText(prices?.get(id)))}
      onOpen={setPlan}
      actions={may('plan.write') ? add : null}
    >
      {plan && <PlanDrawer plan={plan} onClose={() => setPlan(undefined)} />}
      {isAdding && <PlanForm onClose={() => setAdding(false)} />}
    </ListScreen>
  );
}
