import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { sentenceOf } from '../../api/faults.ts';
import { askRows } from '../../api/queries.ts';
import { useMay, useMe } from '../../api/session.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { choiceWords } from '../../ui/choice-word.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Answer } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icons.tsx';
import { money } from '../../ui/money.ts';
import { PlainTable } from '../../ui/paged-table.tsx';
import { Refusal } from '../../ui/preview.tsx';
import { TrafficGraph } from '../../ui/traffic-graph.tsx';
import { words } from '../../words/words.ts';
import { level, type Plan, type Subplan } from './plan.ts';
import { PlanForm, SubplanForm } from './plan-form.tsx';

interface PlanDrawerProps {
  readonly plan: Plan;
  readonly onClose: () => void;
}

/** A plan, its durations and prices, and what can be done with them. */
export function PlanDrawer({ plan, onClose }: PlanDrawerProps) {
  const w = words.plans;
  const navigate = useNavigate();
  const { restricted } = useMe();
  const subscribers = () => void navigate({ to: '/subscribers', search: { planid: String(plan.id) } as never });
  return (
    <DetailsDrawer title={plan.name} onClose={onClose}>
      <Facts
        facts={[
          [w.level1, level(plan.bw1_gb, plan.bw1_dl)],
          [w.level2, level(plan.bw2_gb, plan.bw2_dl)],
          [w.level3, level(plan.bw3_gb, plan.bw3_dl)],
          [w.protocol, choiceWords(plan.protocol)],
          [w.connectivity, choiceWords(plan.connectivity)],
          [w.carryover, plan.data_carryover ? words.common.yes : words.common.no],
        ]}
      />
      {!restricted && <TrafficGraph path="plan.traffic" input={{ id: plan.id }} />}
      <Changes plan={plan} onChanged={onClose} />
      <Subplans planid={plan.id} />
      <Button variant="default" onClick={subscribers}>
        {w.subscribers}
      </Button>
    </DetailsDrawer>
  );
}

function Changes({ plan, onChanged }: { plan: Plan; onChanged: () => void }) {
  const w = words.plans;
  const may = useMay();
  const update = useChange('plan.update');
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const close = () => setOpen(undefined);
  if (!may('plan.write')) return null;
  return (
    <>
      {update.error && <Refusal sentence={sentenceOf(update.error)} />}
      <Group>
        <Button leftSection={<Icon name="pencil" size={16} />} onClick={() => setOpen('edit')}>
          {words.common.edit}
        </Button>
        <Button
          variant="default"
          loading={update.isPending}
          onClick={() => update.mutate({ id: plan.id, enabled: !plan.enabled }, { onSuccess: onChanged })}
        >
          {plan.enabled ? w.offSale : w.onSale}
        </Button>
        <Button variant="subtle" color="red" onClick={() => setOpen('delete')}>
          {words.common.remove}
        </Button>
      </Group>
      {open === 'edit' && <PlanForm plan={plan} onClose={close} onDone={onChanged} />}
      {open === 'delete' && (
        <AskDialog
          path="plan.delete"
          input={{ id: plan.id }}
          title={`${w.remove}: ${plan.name}`}
          lead={w.removeLead}
          confirm={words.common.remove}
          isFinal
          onClose={close}
          onDone={onChanged}
        />
      )}
    </>
  );
}

function Subplans({ planid }: { planid: number }) {
  const w = words.plans;
  const mayWrite = useMay()('plan.write');
  const subplans = useQuery(askRows('plan.subplan_list', { planid, rows_limit: 100 }));
  /** Null: a new one. */
  const [open, setOpen] = useState<Subplan | null>();
  const edit = (row: Subplan) => (
    <ActionIcon variant="subtle" color="gray" aria-label={`${w.editSubplan}: ${row.name}`} onClick={() => setOpen(row)}>
      <Icon name="pencil" size={16} />
    </ActionIcon>
  );
  return (
    <>
      <Group justify="space-between">
        <Text component="h3" fw={600}>
          {w.prices}
        </Text>
        {mayWrite && (
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => setOpen(null)}
          >
            {w.addSubplan}
          </Button>
        )}
      </Group>
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
              { title: w.portal, wide: true, cell: ({ portal }) => (portal ? words.common.yes : words.common.no) },
              ...(mayWrite ? [{ title: words.common.edit, end: true, cell: edit }] : []),
            ]}
          />
        )}
      </Answer>
      {open !== undefined && (
        <SubplanForm planid={planid} subplan={open ?? undefined} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
