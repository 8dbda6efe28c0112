import { Badge, Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { choiceWords } from '../../ui/choice-word.ts';
import { startingWith } from '../../ui/filters.ts';
import { Icon } from '../../ui/icons.tsx';
import { ListScreen, type ListSpec } from '../../ui/list-screen.tsx';
import { Dim, Strong } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { level, type Plan } from './plan.ts';
import { PlanDrawer } from './plan-drawer.tsx';
import { PlanForm } from './plan-form.tsx';

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
        width: 196,
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
        cell: ({ connectivity }) => choiceWords(connectivity),
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
      { key: 'id', label: words.common.id, kind: 'number' },
    ],
  };
}

export function Plans() {
  const may = useMay();
  const [plan, setPlan] = useState<Plan>();
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      {words.plans.add}
    </Button>
  );
  return (
    <ListScreen spec={planList()} onOpen={setPlan} actions={may('plan.write') ? add : null}>
      {plan && <PlanDrawer plan={plan} onClose={() => setPlan(undefined)} />}
      {isAdding && <PlanForm onClose={() => setAdding(false)} />}
    </ListScreen>
  );
}
