import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { send } from '../api/change.ts';
import type { Input, Output } from '../api/client.ts';

/** Changes that the node can show before it makes them. */
export type Previewed =
  | 'service.action'
  | 'service.action_many'
  | 'service.planchange'
  | 'service.topup'
  | 'service.adjust'
  | 'service.write_off'
  | 'service.transfer'
  | 'service.delete'
  | 'payment.new'
  | 'payment.cancel'
  | 'payment.bounce'
  | 'payment.cancel_receipt'
  | 'payment.refund';

/** What the node answers to a preview: neither an id nor that it is done. A list: of several services. */
export type PreviewOutput<P extends Previewed> = Exclude<Output<P>, string | number>;

/** A change before it is known whether it is to be made. */
export type Wanted<P extends Previewed> = Omit<Input<P>, 'preview' | 'idempotency_key'>;

/** Typing settles before the node is asked. */
const SETTLE_MS = 200;

/** What a change would do, asked again whenever its input changes. Undefined: something is missing yet. */
export function usePreview<P extends Previewed>(path: P, input: Wanted<P> | undefined) {
  const wanted = JSON.stringify(input ?? null);
  const [settled] = useDebouncedValue(wanted, SETTLE_MS);
  const preview = useQuery({
    queryKey: ['preview', path, settled],
    queryFn: async () => (await send(path, { ...JSON.parse(settled), preview: true } as Input<P>)) as PreviewOutput<P>,
    enabled: settled !== 'null',
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const isCurrent = settled === wanted && preview.isSuccess && !preview.isPlaceholderData;
  return { ...preview, isCurrent };
}
