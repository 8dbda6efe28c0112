import { useRef } from 'react';
import { useChange } from '../../api/change.ts';
import type { Input } from '../../api/client.ts';

interface Made {
  readonly id: number;
  readonly person: Input<'customer.create'>;
}

/** The customer of the form: made once, and corrected when the form says something else later. */
export function useCustomerRecord() {
  const create = useChange('customer.create');
  const update = useChange('customer.update');
  const made = useRef<Made | undefined>(undefined);

  /** Returns the id. @throws LastmileError */
  async function save(person: Input<'customer.create'>): Promise<number> {
    const { resellerid, ...rest } = person;
    const before = made.current;
    // Nobody moves a customer to another owner: it is another customer.
    if (before === undefined || before.person.resellerid !== resellerid) {
      made.current = { id: await create.mutateAsync(person), person };
    } else if (JSON.stringify(before.person) !== JSON.stringify(person)) {
      await update.mutateAsync({ surname: null, ...rest, customerid: before.id });
      made.current = { id: before.id, person };
    }
    return made.current?.id ?? 0;
  }
  return {
    save,
    isPending: create.isPending || update.isPending,
    error: create.error ?? update.error,
    isMade: () => made.current !== undefined,
  };
}
