import { useRef, useState } from 'react';
import { useChange } from '../../api/change.ts';
import type { Input, Output, Row } from '../../api/client.ts';
import { useMe } from '../../api/session.ts';
import { newKey } from '../../ui/new-key.ts';
import type { Form } from '../../ui/use-form.ts';
import { useCustomerRecord } from './use-customer-record.ts';

export type Customer = Row<'customer.list'>;
export type Lead = Row<'lead.list'>;
export type Outcome = Exclude<Output<'service.create'>, number>;

interface Wanted {
  readonly customer: Form;
  readonly service: Form;
  /** An existing customer; undefined: that of the form. */
  readonly known: Customer | undefined;
  readonly lead: Lead | undefined;
}

/**
 * Makes the customer and shows what its service will charge; then makes the service and reports a tested lead as completed, or one that
 * has just been installed as such.
 * What was made stays made if the next is refused, and sending again does not make it twice.
 */
export function useNewSubscriber({ customer, service, known, lead }: Wanted) {
  const { reseller } = useMe();
  const record = useCustomerRecord();
  const previewService = useChange('service.create');
  const createService = useChange('service.create');
  const reportLead = useChange('lead.update');
  const madeService = useRef<number | undefined>(undefined);
  const [checked, setChecked] = useState<{ input: Input<'service.create'>; outcome: Outcome }>();
  const keys = useRef(new Map<string, string>());

  /** Makes or corrects the customer, and shows what the service would charge. @throws LastmileError */
  async function check(): Promise<void> {
    createService.reset();
    const owner = reseller ? { resellerid: reseller.resellerid } : {};
    const customerid = known?.id ?? (await record.save({ ...owner, ...customer.sent() } as Input<'customer.create'>));
    const input = { ...service.sent(), ...(lead ? { leadid: lead.id } : {}), customerid } as Input<'service.create'>;
    const outcome = await previewService.mutateAsync({ ...input, preview: true });
    if (typeof outcome === 'number') throw new TypeError('service.create made what it was to show');
    setChecked({ input, outcome });
  }

  /** Makes what was checked, and returns the id of the service. @throws LastmileError */
  async function create(isInstalled: boolean): Promise<number> {
    if (!checked) throw new Error('nothing was checked');
    const wanted = JSON.stringify(checked.input);
    // A repeat of the same call has the same key, so it is carried out once.
    const idempotency_key = keys.current.get(wanted) ?? newKey();
    keys.current.set(wanted, idempotency_key);
    madeService.current ??= idOf(await createService.mutateAsync({ ...checked.input, idempotency_key }));
    const report = reportOf(lead, isInstalled);
    if (lead && report) await reportLead.mutateAsync({ id: lead.id, status: lead.status, report });
    return madeService.current;
  }
  return {
    check,
    create,
    outcome: checked?.outcome,
    isChecking: record.isPending || previewService.isPending,
    isCreating: createService.isPending || reportLead.isPending,
    isUnknown: createService.isUnknown,
    close: () => {
      createService.giveUp();
      setChecked(undefined);
    },
    customerError: record.error,
    serviceError: previewService.error ?? createService.error,
    leadError: reportLead.error,
    hasMadeCustomer: () => record.isMade(),
  };
}

/** What has happened to the lead with the service made. */
function reportOf(lead: Lead | undefined, isInstalled: boolean): Input<'lead.update'>['report'] | undefined {
  if (lead?.status === 'Final-Test') return 'Completed';
  return lead?.status === 'Installation' && isInstalled ? 'Installation-Completed' : undefined;
}

/** A call without `preview` answers with the id. */
function idOf(made: Output<'service.create'>): number {
  if (typeof made !== 'number') throw new TypeError('service.create answered with a preview');
  return made;
}
