import { Stack } from '@mantine/core';
import { Fields } from '../../ui/fields.tsx';
import { Card } from '../../ui/screen.tsx';
import type { Form } from '../../ui/use-form.ts';
import { words } from '../../words/words.ts';
import { HOME, INSTALLATION, NETWORK, PLACE } from './steps.ts';

interface WhereProps {
  /** Undefined: the customer exists, and so its address. */
  readonly customer: Form | undefined;
  readonly service: Form;
  readonly errors: { readonly customer: unknown; readonly service: unknown };
}

/** Where the line is, and which address it has. Fields that nothing asks for yet are not shown. */
export function Where({ customer, service, errors }: WhereProps) {
  const w = words.newSubscriber;
  const { installation_address, ip_assignment, mac_bind } = service.values;
  const installation = ['installation_address', ...(installation_address === 'new' ? INSTALLATION : [])];
  const pool = ip_assignment === 'NAS' ? [] : ip_assignment === 'IPpool' ? ['ippool'] : ['ippool', 'staticip'];
  const network = NETWORK.filter(
    (name) => ['ip_assignment', 'mac_bind', ...pool].includes(name) || (name === 'mac' && mac_bind === 'Manual'),
  );
  return (
    <>
      <Card title={w.address}>
        <Stack gap="sm">
          {customer && <Fields form={customer} error={errors.customer} only={HOME} />}
          <Fields form={service} error={errors.service} only={[...PLACE, ...installation]} />
        </Stack>
      </Card>
      <Card title={w.network}>
        <Fields form={service} error={errors.service} only={network} />
      </Card>
    </>
  );
}
