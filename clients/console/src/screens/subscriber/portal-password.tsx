import { useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { newSecret } from '../../ui/new-secret.ts';
import type { SubscriberRecord } from '../../ui/subscriber-record.ts';
import { words } from '../../words/words.ts';

/** Long enough to withstand guessing, short enough to read out. */
const LENGTH = 10;

/** What a subscriber may do on the pages, and so staff who can open them; `customer.portal_password` refuses others. */
export const GIVES_ACCESS = [
  'plan.read',
  'service.read',
  'service.write',
  'service.operate',
  'session.read',
  'session.disconnect',
  'payment.read',
] as const;

interface PortalPasswordProps {
  readonly customer: NonNullable<SubscriberRecord['customer']>;
  readonly onClose: () => void;
}

/** Sets the password by which a customer signs in to the portal. One is proposed; it can be read, since it must be told. */
export function PortalPassword({ customer: { id, name }, onClose }: PortalPasswordProps) {
  const w = words.portalPassword;
  const [proposed] = useState(() => newSecret(LENGTH));
  return (
    <FormDialog
      path="customer.portal_password"
      title={w.title(name)}
      lead={w.lead}
      fixed={{ customerid: id }}
      fields={[{ name: 'new_password', label: w.password, hint: w.hint, initial: proposed, plain: true }]}
      confirm={words.common.save}
      onClose={onClose}
    />
  );
}
