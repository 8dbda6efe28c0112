import { FormDialog } from '../../ui/form-dialog.tsx';
import type { SubscriberRecord } from '../../ui/subscriber-record.ts';
import { words } from '../../words/words.ts';

const FIELDS = [
  ...['type', 'name', 'surname', 'dob', 'mobile', 'other_mobiles', 'email', 'street', 'city', 'state', 'zipcode'],
  ...['uniqueid', 'tax_id', 'sez', 'language', 'notes'],
];

interface CustomerDialogProps {
  readonly customer: NonNullable<SubscriberRecord['customer']>;
  readonly onClose: () => void;
}

/** Changes who the customer is and how they are reached, for all of their services. */
export const CustomerDialog = ({ customer, onClose }: CustomerDialogProps) => (
  <FormDialog
    path="customer.update"
    title={words.subscriber.editCustomer}
    stored={customer}
    fixed={{ customerid: customer.id }}
    fields={FIELDS}
    onClose={onClose}
  />
);
