import { PhoneNumber } from '../../ui/phone-number.tsx';
import type { SubscriberRecord } from '../../ui/subscriber-record.ts';

/** The number of a customer; once it is shown where it was masked, all of them. */
export const CustomerNumber = ({ of: { id, mobile } }: { of: NonNullable<SubscriberRecord['customer']> }) => (
  <PhoneNumber number={mobile} reveal={{ path: 'customer.phone_reveal', input: { customerid: id } }} />
);
