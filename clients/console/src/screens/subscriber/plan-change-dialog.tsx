import { SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import { subplanChoice, usePlans, useSubplans } from '../../ui/choices.ts';
import { offerName, toldWithSum, withSum } from '../../ui/effects.ts';
import { PreviewDialog } from '../../ui/preview-dialog.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { fullName, type SubscriberRecord } from '../../ui/subscriber-record.ts';
import { words } from '../../words/words.ts';

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
  const plans = usePlans(service.resellerid);
  const { subplans } = useSubplans(planid ?? 0);
  const name = fullName(subscriber);
  const w = words.preview;
  return (
    <PreviewDialog
      path="service.planchange"
      title={w.planchangeTitle}
      name={name}
      confirm={withSum(words.subscriber.actions.planchange)}
      tell={(preview) =>
        preview.next_plan && schedule === 'next_bill'
          ? words.told.planchangeLater(name, offerName(preview.next_plan))
          : toldWithSum(words.told.planchange(name, offerName(preview)), preview)
      }
      input={
        planid !== null && subplanid !== null
          ? { serviceid: service.serviceid, planid, subplanid, schedule }
          : undefined
      }
      onClose={onClose}
    >
      <SearchSelect
        label={w.plan}
        source={plans}
        data-autofocus
        value={planid === null ? '' : String(planid)}
        onChange={(value) => {
          setPlan(value === '' ? null : Number(value));
          setSubplan(null);
        }}
      />
      <Select
        label={w.subplan}
        disabled={planid === null}
        value={subplanid === null ? null : String(subplanid)}
        onChange={(value) => setSubplan(value === null ? null : Number(value))}
        data={subplans.map(subplanChoice)}
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
