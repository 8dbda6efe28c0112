import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { askRows } from '../../api/queries.ts';
import { isAbove0, isAmount, money } from '../../ui/money.ts';
import { PreviewDialog } from '../../ui/preview-dialog.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { advanceOf } from '../../ui/refundable.ts';
import { fullName, type SubscriberRecord } from '../../ui/subscriber-record.ts';
import { words } from '../../words/words.ts';
import { AmountField } from './money-fields.tsx';

interface DialogProps {
  readonly subscriber: SubscriberRecord;
  readonly onClose: () => void;
}

/** More than a customer has. */
const MAX_SERVICES = 100;

/** Moves an advance to another service of the customer. All of it is filled in, and the service that owes most. */
export function TransferDialog({ subscriber, onClose }: DialogProps) {
  const { serviceid: from, customerid, os_amt } = subscriber.service;
  const [amt, setAmt] = useState(advanceOf(os_amt));
  const [chosen, setChosen] = useState<string | null>(null);
  const [given, setReason] = useState('');
  const { data: services } = useQuery(
    askRows('service.list', { customerid, sort_field: 'os_amt', sort_order: 'desc', rows_limit: MAX_SERVICES }),
  );
  if (services === undefined) return null;
  const others = services.filter(({ serviceid }) => serviceid !== from);
  const to = chosen ?? (others[0] && String(others[0].serviceid));
  const name = fullName(subscriber);
  const w = words.adjusting;
  const { labelled } = words.preview;
  const reason = given.trim();
  const isRight = to !== undefined && isAmount(amt) && isAbove0(amt) && reason !== '';
  return (
    <PreviewDialog
      path="service.transfer"
      title={w.transferTitle}
      name={name}
      confirm={() => (isAmount(amt) ? labelled(words.subscriber.actions.transfer, money(amt)) : words.common.save)}
      tell={() => words.told.transferred(money(amt), name)}
      input={isRight ? { from, to: Number(to), amt, reason } : undefined}
      onClose={onClose}
    >
      {others.length === 0 ? (
        <Text size="sm">{w.noOtherService(name)}</Text>
      ) : (
        <Select
          label={w.transferTo}
          allowDeselect={false}
          value={to ?? null}
          onChange={setChosen}
          data={others.map(({ serviceid, username, os_amt: owed }) => ({
            value: String(serviceid),
            label: `${username} (${money(owed)})`,
          }))}
        />
      )}
      <AmountField value={amt} onChange={setAmt} />
      <ReasonField value={given} onChange={setReason} isFirst />
    </PreviewDialog>
  );
}
