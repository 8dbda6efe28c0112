import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { askRows } from '../../api/queries.ts';
import { Fields } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Card } from '../../ui/screen.tsx';
import { Dim, Strong } from '../../ui/texts.tsx';
import type { Form } from '../../ui/use-form.ts';
import { words } from '../../words/words.ts';
import classes from './new-subscriber.module.css';
import { PERSON } from './steps.ts';
import type { Customer } from './use-new-subscriber.ts';

interface WhoProps {
  readonly customer: Form;
  readonly error: unknown;
  readonly known: Customer | null | undefined;
  readonly onKnown: (customer: Customer | null | undefined) => void;
}

/** A new customer, or one that there is. */
export function Who({ customer, error, known, onKnown }: WhoProps) {
  const w = words.newSubscriber;
  return (
    <Card title={w.customer}>
      <Stack gap="sm">
        <SegmentedControl
          aria-label={w.customer}
          value={known === undefined ? 'new' : 'known'}
          onChange={(value) => onKnown(value === 'new' ? undefined : null)}
          data={[
            { value: 'new', label: w.isNew },
            { value: 'known', label: w.isKnown },
          ]}
        />
        {known === undefined ? (
          <Fields form={customer} error={error} only={PERSON} />
        ) : (
          <FindCustomer chosen={known} onChosen={onKnown} />
        )}
      </Stack>
    </Card>
  );
}

/** Digits are a mobile number, anything else the beginning of a name. */
const wantedOf = (text: string) => (/^[+\d][\d ]+$/.test(text) ? { mobile: text } : { name: `${text}%` });

interface FindCustomerProps {
  readonly chosen: Customer | null;
  readonly onChosen: (customer: Customer) => void;
}

function FindCustomer({ chosen, onChosen }: FindCustomerProps) {
  const w = words.newSubscriber;
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), 200);
  const found = useQuery({
    ...askRows('customer.list', { ...wantedOf(settled), rows_limit: 8, sort_field: 'name' }),
    enabled: settled.length >= 2,
  });
  const shown = found.data ?? (chosen ? [chosen] : []);
  return (
    <>
      <TextInput
        label={w.find}
        description={w.findHint}
        leftSection={<Icon name="search" size={16} />}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
      <ul className={classes.found} aria-label={w.find}>
        {shown.map((one) => (
          <li key={one.id}>
            <button type="button" aria-pressed={one.id === chosen?.id} onClick={() => onChosen(one)}>
              <Strong>{[one.name, one.surname].filter(Boolean).join(' ')}</Strong>
              <Dim>
                {one.mobile} · {one.city}
              </Dim>
            </button>
          </li>
        ))}
      </ul>
      {found.data?.length === 0 && <Text c="dimmed">{w.noneFound}</Text>}
    </>
  );
}
