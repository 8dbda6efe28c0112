import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '../../api/client.ts';
import { ask } from '../../api/queries.ts';
import { useMay, useMe } from '../../api/session.ts';
import { useOwners } from '../../ui/choices.ts';
import { Answer } from '../../ui/empty.tsx';
import { Fields } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Refusal } from '../../ui/preview.tsx';
import { Card } from '../../ui/screen.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { useEdit } from '../../ui/use-edit.ts';
import { words } from '../../words/words.ts';
import { sellerFields } from './seller-fields.ts';

type SellerRecord = Output<'tax.seller'>;

/** Who a seller is to the tax office: the ISP, or a reseller that issues invoices. */
export function Seller() {
  const w = words.taxes;
  const { reseller } = useMe();
  const owners = useOwners();
  const [whose, setWhose] = useState(String(reseller?.resellerid ?? 0));
  const seller = useQuery(ask('tax.seller', { resellerid: Number(whose) }));
  return (
    <Card title={w.seller} hint={w.sellerLead}>
      <Stack>
        {owners && <SearchSelect label={w.whose} source={owners} value={whose} onChange={setWhose} />}
        <Answer of={seller} lines={6}>
          {(record) => <SellerForm key={`${whose} ${record.updated_at?.getTime()}`} record={record} />}
        </Answer>
      </Stack>
    </Card>
  );
}

/** A call gives all details, so each field is sent. */
function SellerForm({ record }: { record: SellerRecord }) {
  const w = words.taxes;
  const may = useMay();
  const { form, save, refusal, error, isPending } = useEdit('tax.seller_set', {
    fields: sellerFields(record),
    fixed: { resellerid: record.resellerid },
  });
  function submit(): void {
    // A refusal is shown by the form.
    save().then(
      () => notifications.show({ message: words.settings.saved, color: 'green' }),
      () => undefined,
    );
  }
  return (
    <Form onSubmit={submit}>
      <Stack gap="sm">
        {record.updated_at === null && <Text c="dimmed">{w.none}</Text>}
        {record.warning && (
          <Alert color="yellow" icon={<Icon name="alert" />}>
            {record.warning}
          </Alert>
        )}
        {refusal && <Refusal sentence={refusal} />}
        <Fields form={form} error={error} />
        {may('settings.write') ? (
          <Group justify="flex-end">
            <Button type="submit" loading={isPending}>
              {w.saveSeller}
            </Button>
          </Group>
        ) : (
          <Text c="dimmed">{words.common.readOnly}</Text>
        )}
      </Stack>
    </Form>
  );
}
