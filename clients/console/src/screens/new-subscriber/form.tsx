import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { parametersOf, sentenceOf } from '../../api/faults.ts';
import { toldWithSum } from '../../ui/effects.ts';
import { Form } from '../../ui/form.tsx';
import { Refusal } from '../../ui/preview.tsx';
import { type CheckedForm, useChecked } from '../../ui/use-checked.ts';
import { useFocusFault } from '../../ui/use-focus-fault.ts';
import { words } from '../../words/words.ts';
import { firstOpen, isComplete } from './completeness.ts';
import { Confirm, nameOf } from './confirm.tsx';
import { Cost } from './cost.tsx';
import { Progress } from './progress.tsx';
import { fieldsOf, STEPS, stepOf } from './steps.ts';
import { useCustomerForm, useServiceForm } from './use-forms.ts';
import { type Customer, type Lead, type Outcome, useNewSubscriber } from './use-new-subscriber.ts';
import { useStep } from './use-step.ts';
import { What } from './what.tsx';
import { Where } from './where.tsx';
import { Who } from './who.tsx';

/**
 * The three steps. Each is checked before the next, and what is typed stays when one goes back or the node refuses it. Steps that a
 * lead has filled in are passed over.
 */
export function NewSubscriberForm({ lead }: { lead: Lead | undefined }) {
  /** Null: an existing customer, not chosen yet. */
  const [known, setKnown] = useState<Customer | null>();
  const customer = useChecked(useCustomerForm(lead));
  const { form, offer, isLoading } = useServiceForm(customer, known ?? undefined, lead);
  const service = useChecked(form);
  const forms = known ? [service] : [customer, service];
  const [at, go] = useStep(lead ? (firstOpen(forms) ?? 0) : 0);
  const following = lead ? firstOpen(forms, at) : at + 1 < STEPS.length ? at + 1 : undefined;
  const mayOpen = (step: number) => step < at || (lead !== undefined && isComplete(forms, step));
  const making = useNewSubscriber({ customer, service, known: known ?? undefined, lead });
  const focus = useFocusFault<HTMLFormElement>(at);
  const navigate = useNavigate();

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
  async function create(isInstalled: boolean): Promise<void> {
    try {
      const serviceid = await making.create(isInstalled);
      tellCreated(nameOf(known ?? customer.values), making.outcome);
      await navigate({ to: `/subscribers/${serviceid}` });
    } catch (error) {
      goBack(error);
    }
  }
  function submit(): void {
    focus.forget();
    if (!areFine(forms, fieldsOf(at))) focus.toFault(at);
    else if (following === undefined) void making.check().catch(goBack);
    else go(following);
  }
  const errors = { customer: making.customerError, service: making.serviceError };
  return (
    <Form onSubmit={submit} ref={focus.element}>
      <Stack>
        <Progress at={at} mayOpen={mayOpen} onGo={go} />
        {refusals(making, customer, service).map((sentence) => (
          <Refusal key={sentence} sentence={sentence} />
        ))}
        {at === 0 && <Who customer={customer} error={errors.customer} known={known} onKnown={setKnown} />}
        {at === 1 && <What service={service} error={errors.service} />}
        {at === 2 && <Where customer={known ? undefined : customer} service={service} errors={errors} />}
        {at > 0 && <Cost {...offer} form={form} />}
        <Confirmed making={making} forms={{ customer, service }} known={known} lead={lead} onConfirm={create} />
        <Steps
          isFirst={at === 0}
          isLast={following === undefined}
          isWaiting={isLoading || making.isChecking}
          isReady={known !== null}
          onBack={() => go(at - 1)}
        />
      </Stack>
    </Form>
  );
}

type Making = ReturnType<typeof useNewSubscriber>;

interface ConfirmedProps {
  readonly making: Making;
  readonly forms: { readonly customer: Fields; readonly service: Fields };
  readonly known: Customer | null | undefined;
  readonly lead: Lead | undefined;
  readonly onConfirm: (isInstalled: boolean) => Promise<void>;
}

/** What will be made and charged, once it was checked. */
function Confirmed({ making, forms: { customer, service }, known, lead, onConfirm }: ConfirmedProps) {
  if (!making.outcome) return null;
  return (
    <Confirm
      outcome={making.outcome}
      who={known ?? customer.values}
      username={service.values.username ?? ''}
      error={making.serviceError ?? making.leadError}
      isPending={making.isCreating}
      isUnknown={making.isUnknown}
      mayBeInstalled={lead?.status === 'Installation'}
      onConfirm={(isInstalled) => void onConfirm(isInstalled)}
      onClose={making.close}
    />
  );
}

interface StepsProps {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isWaiting: boolean;
  readonly isReady: boolean;
  readonly onBack: () => void;
}

/** To the step before, and to the one that follows, or to the check of all. */
function Steps({ isFirst, isLast, isWaiting, isReady, onBack }: StepsProps) {
  const w = words.newSubscriber;
  return (
    <Group justify="flex-end">
      {!isFirst && (
        <Button variant="default" onClick={onBack}>
          {w.back}
        </Button>
      )}
      <Button type="submit" loading={isWaiting} disabled={!isReady}>
        {isLast ? w.check : w.next}
      </Button>
    </Group>
  );
}

function tellCreated(name: string, outcome: Outcome | undefined): void {
  const created = words.told.created(name);
  notifications.show({ message: outcome ? toldWithSum(created, outcome) : created, color: 'green' });
}

/** Each of them shows its faults. */
const areFine = (forms: readonly CheckedForm[], names: readonly string[]) =>
  forms.map((form) => form.check(names)).every(Boolean);

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
