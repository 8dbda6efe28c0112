import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Row } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { instant } from '../../ui/instant.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { RowButton } from '../../ui/row-button.tsx';
import { Mono } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';

type Identity = Row<'service.identity_list'>;

const nameOf = ({ mac, circuit_id }: Identity) => mac ?? circuit_id ?? '';

/** The lines and devices by which a service logs in without a password. */
export function Identities({ serviceid }: { serviceid: number }) {
  const w = words.identities;
  const isWritable = useMay()('service.write');
  const [adding, setAdding] = useState<'line' | 'device'>();
  const [removing, setRemoving] = useState<Identity>();
  const remove = (row: Identity) => <RowButton onClick={() => setRemoving(row)}>{w.remove}</RowButton>;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text c="dimmed" size="sm">
          {w.lead}
        </Text>
        {isWritable && (
          <Group gap="xs">
            <AddButton onClick={() => setAdding('line')}>{w.addLine}</AddButton>
            <AddButton onClick={() => setAdding('device')}>{w.addDevice}</AddButton>
          </Group>
        )}
      </Group>
      <PagedTable
        path="service.identity_list"
        label={w.title}
        input={{ serviceid }}
        empty={w.none}
        keyOf={({ id }) => id}
        columns={[
          { title: w.circuit, cell: ({ circuit_id }) => circuit_id && <Mono>{circuit_id}</Mono> },
          { title: w.remote, wide: true, cell: ({ remote_id }) => remote_id && <Mono>{remote_id}</Mono> },
          { title: w.mac, cell: ({ mac }) => mac && <Mono>{mac}</Mono> },
          { title: w.added, wide: true, cell: ({ created_at }) => instant(created_at) },
          ...(isWritable ? [{ title: w.remove, end: true, cell: remove }] : []),
        ]}
      />
      {adding && (
        <FormDialog
          path="service.identity_add"
          title={adding === 'line' ? w.addLine : w.addDevice}
          fixed={{ serviceid }}
          fields={
            adding === 'line'
              ? [{ name: 'circuit_id', required: true }, 'remote_id']
              : [{ name: 'mac', required: true }]
          }
          onClose={() => setAdding(undefined)}
        />
      )}
      {removing && (
        <AskDialog
          path="service.identity_delete"
          input={{ id: removing.id }}
          title={w.removeTitle(nameOf(removing))}
          lead={w.removeLead}
          confirm={w.remove}
          isFinal
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Stack>
  );
}

function AddButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button variant="default" size="xs" leftSection={<Icon name="plus" size={14} />} onClick={onClick}>
      {children}
    </Button>
  );
}
