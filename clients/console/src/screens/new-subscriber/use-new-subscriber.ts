import { useRef } from 'react';
import { useChange } from '../../api/change.ts';
import type { Input, Output, Row } from '../../api/client.ts';
import { useMe } from '../../api/session.ts';
import type { Form } from '../../ui/use-form.ts';

export type Customer = Row<'customer.list'>;
export type Lead = Row<'lead.list'>;

interface Wanted {
  readonly customer: Form;
  readonly service: Form;
  /** An existing customer; undefined: that of the form. */
  readonly known: Customer | undefined;
  readonly lead: Lead | undefined;
}

/**
 * Makes the customer, then the service, then reports a tested lead as completed. What was made stays made if the next is
 * refused, and sending again does not make it twice.
 */
export function useNewSubscriber({ customer, service, known, lead }: Wanted) {
  const { reseller } = useMe();
  const createCustomer = useChange('customer.create');
  const createService = useChange('service.create');
  const completeLead = useChange('lead.update');
  const madeCustomer = useRef<number | undefined>(undefined);
  const madeService = useRef<number | undefined>(undefined);

  /** Returns the id of the service. @throws LastmileError */
  async function create(): Promise<number> {
    const owner = reseller ? { resellerid: reseller.resellerid } : {};
    const person = { ...owner, ...customer.sent() } as Input<'customer.create'>;
    if (!known) madeCustomer.current ??= await createCustomer.mutateAsync(person);
    const customerid = known?.id ?? madeCustomer.current;
    const wanted = { ...service.sent(), ...(lead ? { leadid: lead.id } : {}), customerid } as Input<'service.create'>;
    madeService.current ??= idOf(await createService.mutateAsync(wanted));
    if (lead?.status === 'Final-Test')
      await completeLead.mutateAsync({ id: lead.id, status: lead.status, report: 'Completed' });
    return madeService.current;
  }
  return {
    create,
    isPending: createCustomer.isPending || createService.isPending || completeLead.isPending,
    customerError: createCustomer.error,
    serviceError: createService.error,
    leadError: completeLead.error,
    hasMadeCustomer: () => madeCustomer.current !== undefined,
  };
}

/** A call without `preview` answers with the id. */
function idOf(made: Output<'service.create'>): number {
  if (typeof made !== 'number') throw new TypeError('service.create answered with a preview');
  return made;
}
