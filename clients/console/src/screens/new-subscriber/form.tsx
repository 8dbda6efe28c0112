import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { parametersOf, sentenceOf } from '../../api/faults.ts';
import { Form } from '../../ui/form.tsx';
import { Refusal } from '../../ui/preview.tsx';
import { type CheckedForm, useChecked } from '../../ui/use-checked.ts';
import { useFocusFault } from '../../ui/use-focus-fault.ts';
import { words } from '../../words/words.ts';
import { Confirm } from './confirm.tsx';
import { Cost } from './cost.tsx';
import { Progress } from './progress.tsx';
import { fieldsOf, STEPS, stepOf } from './steps.ts';
import { useCustomerForm, useServiceForm } from './use-forms.ts';
import { type Customer, type Lead, useNewSubscriber } from './use-new-subscriber.ts';
import { useStep } from './use-step.ts';
import { What } from './what.tsx';
import { Where } from './where.tsx';
import { Who } from './who.tsx';

/** The three steps. Each is checked before the next, and what is typed stays when one goes back or the node refuses it. */
export function NewSubscriberForm({ lead }: { lead: Lead | undefined }) {
  const w = words.newSubscriber;
  const [at, go] = useStep();
  /** Null: an existing customer, not chosen yet. */
  const [known, setKnown] = useState<Customer | null>();
  const customer = useChecked(useCustomerForm(lead));
  const offer = useServiceForm(customer, known ?? undefined, lead);
  const service = useChecked(offer.form);
  const making = useNewSubscriber({ customer, service, known: known ?? undefined, lead });
  const focus = useFocusFault<HTMLFormElement>(at);
  const navigate = useNavigate();
  const isLast = at === STEPS.length - 1;

  /** To the field that was refused. */
  function goBack(error: unknown): void {
    const step = stepOf(parametersOf(error));
    if (!step) {
      focus.toRefusal();
      return;
    }
    making.close();
    focus.toFault(STEPS.indexOf(step));
    go(STEPS.indexOf(step));
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
  function submit(): void {
    focus.forget();
    if (!areFine(known ? [service] : [customer, service], fieldsOf(at))) focus.toFault(at);
    else if (isLast) void making.check().catch(goBack);
    else go(at + 1);
  }
  const errors = { customer: making.customerError, service: making.serviceError };
  return (
    <Form onSubmit={submit} ref={focus.element}>
      <Stack>
        <Progress at={at} onGo={go} />
        {refusals(making, customer, service).map((sentence) => (
          <Refusal key={sentence} sentence={sentence} />
        ))}
        {at === 0 && <Who customer={customer} error={errors.customer} known={known} onKnown={setKnown} />}
        {at === 1 && <What service={service} error={errors.service} />}
        {isLast && <Where customer={known ? undefined : customer} service={service} errors={errors} />}
        {at > 0 && <Cost {...offer} />}
        {making.outcome && (
          <Confirm
            outcome={making.outcome}
            error={making.serviceError ?? making.leadError}
            isPending={making.isCreating}
            isUnknown={making.isUnknown}
            onConfirm={() => void create()}
            onClose={making.close}
          />
        )}
        <Group justify="flex-end">
          {at > 0 && (
            <Button variant="default" onClick={() => go(at - 1)}>
              {w.back}
            </Button>
          )}
          <Button type="submit" loading={making.isChecking} disabled={known === null}>
            {isLast ? w.check : w.next}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

/** Each of them shows its faults. */
const areFine = (forms: readonly CheckedForm[], names: readonly string[]) =>
  forms.map((form) => form.check(names)).every(Boolean);

type Making = ReturnType<typeof useNewSubscriber>;
type Fields = ReturnType<typeof useCustomerForm>;

/** What was refused and belongs to no field, and what was made all the same. */
function refusals(making: Making, customer: Fields, service: Fields): string[] {
  const { customerError, serviceError, leadError } = making;
  const all = [
    customer.faultsOf(customerError).rest,
    service.faultsOf(serviceError).rest,
    serviceError && making.hasMadeCustomer() ? words.newSubscriber.customerKept : '',
    leadError ? sentenceOf(leadError) : '',
  ];
  return all.filter(Boolean);
}
