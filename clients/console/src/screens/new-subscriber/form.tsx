import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { parametersOf, sentenceOf } from '../../api/faults.ts';
import { Refusal } from '../../ui/preview.tsx';
import { words } from '../../words/words.ts';
import { Confirm } from './confirm.tsx';
import { Cost } from './cost.tsx';
import { Progress } from './progress.tsx';
import { STEPS, stepOf } from './steps.ts';
import { useCustomerForm, useServiceForm } from './use-forms.ts';
import { type Customer, type Lead, useNewSubscriber } from './use-new-subscriber.ts';
import { What } from './what.tsx';
import { Where } from './where.tsx';
import { Who } from './who.tsx';

/** The three steps. What is typed stays when one goes back. */
export function NewSubscriberForm({ lead }: { lead: Lead | undefined }) {
  const w = words.newSubscriber;
  const [at, setAt] = useState(0);
  /** Null: an existing customer, not chosen yet. */
  const [known, setKnown] = useState<Customer | null>();
  const customer = useCustomerForm(lead);
  const offer = useServiceForm(customer, known ?? undefined, lead);
  const making = useNewSubscriber({ customer, service: offer.form, known: known ?? undefined, lead });
  const navigate = useNavigate();

  /** To the field that was refused. */
  function goBack(error: unknown): void {
    const step = stepOf(parametersOf(error));
    if (!step) return;
    making.close();
    setAt(STEPS.indexOf(step));
  }
  async function create(): Promise<void> {
    try {
      const serviceid = await making.create();
      notifications.show({ message: words.preview.done, color: 'green' });
      await navigate({ to: `/subscribers/${serviceid}` });
    } catch (error) {
      goBack(error);
    }
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (at < STEPS.length - 1) setAt(at + 1);
    else void making.check().catch(goBack);
  }
  const errors = { customer: making.customerError, service: making.serviceError };
  const isLast = at === STEPS.length - 1;
  return (
    <form onSubmit={submit}>
      <Stack>
        <Progress at={at} onGo={setAt} />
        {refusals(making, customer, offer.form).map((sentence) => (
          <Refusal key={sentence} sentence={sentence} />
        ))}
        {at === 0 && <Who customer={customer} error={errors.customer} known={known} onKnown={setKnown} />}
        {at === 1 && <What service={offer.form} error={errors.service} />}
        {isLast && <Where customer={known ? undefined : customer} service={offer.form} errors={errors} />}
        {at > 0 && <Cost {...offer} />}
        {making.outcome && (
          <Confirm
            outcome={making.outcome}
            error={making.serviceError ?? making.leadError}
            isPending={making.isCreating}
            onConfirm={() => void create()}
            onClose={making.close}
          />
        )}
        <Group justify="flex-end">
          {at > 0 && (
            <Button variant="default" onClick={() => setAt(at - 1)}>
              {w.back}
            </Button>
          )}
          <Button type="submit" loading={making.isChecking} disabled={known === null}>
            {isLast ? w.check : w.next}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type Making = ReturnType<typeof useNewSubscriber>;
type Form = ReturnType<typeof useCustomerForm>;

/** What was refused and belongs to no field, and what was made all the same. */
function refusals(making: Making, customer: Form, service: Form): string[] {
  const { customerError, serviceError, leadError } = making;
  const all = [
    customer.faultsOf(customerError).rest,
    service.faultsOf(serviceError).rest,
    serviceError && making.hasMadeCustomer() ? words.newSubscriber.customerKept : '',
    leadError ? sentenceOf(leadError) : '',
  ];
  return all.filter(Boolean);
}
