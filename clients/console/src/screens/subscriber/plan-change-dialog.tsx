import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { askRows } from '../../api/queries.ts';
import { money } from '../../ui/money.ts';
import { PreviewDialog } from '../../ui/preview-dialog.tsx';
import { words } from '../../words/words.ts';
import { beforeOf, type SubscriberRecord } from './record.ts';

type Schedule = 'immediately' | 'next_bill';

interface DialogProps {
  readonly subscriber: SubscriberRecord;
  readonly onClose: () => void;
}

/** Moves the service to another plan. */
export function PlanChangeDialog({ subscriber, onClose }: DialogProps) {
  const { service } = subscriber;
  const [planid, setPlan] = useState<number | null>(null);
  const [subplanid, setSubplan] = useState<number | null>(null);
  const [schedule, setSchedule] = useState<Schedule>('immediately');
  const plans = useQuery(askRows('plan.list', { enabled: true, rows_limit: 100 }));
  const subplans = useQuery({
    ...askRows('plan.subplan_list', { planid: planid ?? 0, rows_limit: 100 }),
    enabled: planid !== null,
  });
  const w = words.preview;
  const fitting = (plans.data ?? []).filter(({ resellerid }) => resellerid === 0 || resellerid === service.resellerid);
  return (
    <PreviewDialog
      path="service.planchange"
      title={w.planchangeTitle}
      confirm={words.subscriber.actions.planchange}
      before={beforeOf(subscriber)}
      input={
        planid !== null && subplanid !== null
          ? { serviceid: service.serviceid, planid, subplanid, schedule }
          : undefined
      }
      onClose={onClose}
    >
      <Select
        label={w.plan}
        searchable
        data-autofocus
        value={planid === null ? null : String(planid)}
        onChange={(value) => {
          setPlan(value === null ? null : Number(value));
          setSubplan(null);
        }}
        data={fitting.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Select
        label={w.subplan}
        disabled={planid === null}
        value={subplanid === null ? null : String(subplanid)}
        onChange={(value) => setSubplan(value === null ? null : Number(value))}
        data={(subplans.data ?? []).map(({ id, name, price }) => ({
          value: String(id),
          label: `${name} · ${money(price)}`,
        }))}
      />
      <SegmentedControl
        aria-label={w.schedule}
        fullWidth
        value={schedule}
        onChange={(value) => setSchedule(value as Schedule)}
        data={[
          { value: 'immediately', label: w.immediately },
          { value: 'next_bill', label: w.next_bill },
        ]}
      />
    </PreviewDialog>
  );
}
