import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { send } from '../api/change.ts';
import type { Input, Output } from '../api/client.ts';
import { sentenceOf } from '../api/faults.ts';
import { useMay } from '../api/session.ts';
import { words } from '../words/words.ts';

type Path = 'customer.phone_reveal' | 'lead.phone_reveal' | 'ticket.phone_reveal' | 'phonecall.phone_reveal';

/** The call that shows the number, and the record that it is of. */
export type Reveal = { [P in Path]: { readonly path: P; readonly input: Input<P> } }[Path];

/** Does the node hide a part of the number? */
export const isMasked = (number: string): boolean => number.includes('•');

/** A link that dials the number; nothing dials a masked one. */
export const PhoneLink = ({ number, dial = number }: { number: string; dial?: string }) =>
  isMasked(number) ? <span>{number}</span> : <a href={`tel:${dial}`}>{number}</a>;

interface PhoneNumberProps {
  readonly number: string;
  /** What is dialled, if it is not what is shown. */
  readonly dial?: string | undefined;
  readonly reveal: Reveal;
}

/** A number of a record. Where the ISP masks it, a button shows it, and the audit notes who looked. */
export function PhoneNumber({ number, dial, reveal }: PhoneNumberProps) {
  const may = useMay();
  const revealed = useRevealed(reveal);
  if (!isMasked(number)) return <PhoneLink number={number} dial={dial ?? number} />;
  if (revealed.data)
    return revealed.data.numbers.map((each, at) => (
      <span key={each}>
        {at > 0 && ', '}
        <PhoneLink number={each} />
      </span>
    ));
  return (
    <>
      {number}{' '}
      {may('phone.reveal') && (
        <Button variant="subtle" size="compact-sm" loading={revealed.isFetching} onClick={() => void show()}>
          {words.subscriber.showNumber}
        </Button>
      )}
    </>
  );
  async function show(): Promise<void> {
    const { error } = await revealed.refetch();
    if (error) notifications.show({ message: sentenceOf(error), color: 'red' });
  }
}

/** Asked for by the button alone. All places that show the record's number then have it. */
const useRevealed = ({ path, input }: Reveal) =>
  useQuery<Output<Path>>({
    queryKey: [path, input],
    queryFn: () => send(path, input as Input<typeof path>),
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
