import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card } from '../../ui/screen.tsx';
import type { SubscriberRecord } from '../../ui/subscriber-record.ts';
import { words } from '../../words/words.ts';
import { CustomerDialog } from './customer-dialog.tsx';
import { CustomerNumber } from './customer-number.tsx';
import { GIVES_ACCESS, PortalPassword } from './portal-password.tsx';

export function ContactCard({ subscriber: { customer, owner, service } }: { subscriber: SubscriberRecord }) {
  const w = words.subscriber;
  const may = useMay();
  const [open, setOpen] = useState<'customer' | 'password' | 'chats'>();
  const close = () => setOpen(undefined);
  return (
    <Card title={w.contact}>
      <Facts
        facts={[
          [w.mobile, customer && <CustomerNumber key="mobile" of={customer} />],
          [words.fields.other_mobiles, customer?.other_mobiles.join(', ')],
          [w.email, customer && <a href={`mailto:${customer.email}`}>{customer.email}</a>],
          [w.address, customer && [customer.street, customer.city, `${customer.state} ${customer.zipcode}`].join(', ')],
          [w.location, `${service.location_code} / ${service.sub_location_code}`],
          [w.owner, owner.reseller],
          [w.notes, customer?.notes],
        ]}
      />
      {customer && may('customer.write') && (
        <Group mt="sm" gap="xs">
          <Button variant="default" size="xs" onClick={() => setOpen('customer')}>
            {w.editCustomer}
          </Button>
          {GIVES_ACCESS.every(may) && (
            <Button variant="default" size="xs" onClick={() => setOpen('password')}>
              {words.portalPassword.set}
            </Button>
          )}
          <Button variant="default" size="xs" onClick={() => setOpen('chats')}>
            {words.linkedChats.unlink}
          </Button>
        </Group>
      )}
      {customer && open === 'customer' && <CustomerDialog customer={customer} onClose={close} />}
      {customer && open === 'chats' && (
        <AskDialog
          path="customer.chat_unlink"
          input={{ customerid: customer.id }}
          title={words.linkedChats.title(customer.name)}
          lead={words.linkedChats.lead}
          confirm={words.linkedChats.unlink}
          onClose={close}
        />
      )}
      {customer && open === 'password' && <PortalPassword customer={customer} onClose={close} />}
    </Card>
  );
}
