import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { Facts } from '../../ui/facts.tsx';
import { Card } from '../../ui/screen.tsx';
import { words } from '../../words/words.ts';
import { PortalPassword } from './portal-password.tsx';
import type { SubscriberRecord } from './record.ts';

export function ContactCard({ subscriber: { customer, owner, service } }: { subscriber: SubscriberRecord }) {
  const w = words.subscriber;
  const may = useMay();
  const [isSetting, setSetting] = useState(false);
  return (
    <Card title={w.contact}>
      <Facts
        facts={[
          [w.mobile, customer && <a href={`tel:${customer.mobile}`}>{customer.mobile}</a>],
          [w.email, customer && <a href={`mailto:${customer.email}`}>{customer.email}</a>],
          [w.address, customer && [customer.street, customer.city, `${customer.state} ${customer.zipcode}`].join(', ')],
          [w.location, `${service.location_code} / ${service.sub_location_code}`],
          [w.owner, owner.reseller],
          [w.notes, customer?.notes],
        ]}
      />
      {customer && may('customer.write') && (
        <Button variant="default" size="xs" mt="sm" onClick={() => setSetting(true)}>
          {words.portalPassword.set}
        </Button>
      )}
      {customer && isSetting && <PortalPassword customer={customer} onClose={() => setSetting(false)} />}
    </Card>
  );
}
