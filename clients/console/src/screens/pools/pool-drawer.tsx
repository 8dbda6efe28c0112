import { Button, Group, SegmentedControl } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Row } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Mono } from '../../ui/texts.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

export type Pool = Row<'ippool.list'>;

interface PoolProps {
  readonly pool: Pool;
  readonly onClose: () => void;
}

/** A pool and who has its addresses. */
export function PoolDrawer({ pool, onClose }: PoolProps) {
  const w = words.pools;
  const [type, setType] = useState<keyof typeof w.types>('inuse');
  const { pool_name, range_from, range_upto } = pool;
  return (
    <DetailsDrawer title={pool_name} onClose={onClose}>
      <Facts
        facts={[
          [w.range, <Mono key="range">{`${range_from} – ${range_upto}`}</Mono>],
          [w.size, count(pool.count)],
          [w.free, count(pool.free)],
          [w.statics, count(pool.staticip_count)],
        ]}
      />
      <Changes pool={pool} onClose={onClose} />
      <SegmentedControl
        aria-label={w.addresses}
        value={type}
        onChange={(value) => setType(value as typeof type)}
        data={Object.entries(w.types).map(([value, label]) => ({ value, label }))}
      />
      <PagedTable
        path="ippool.iplist"
        label={w.addresses}
        input={{ pool_name, type }}
        keyOf={({ ip }) => ip}
        columns={[
          { title: w.address, cell: ({ ip }) => <Mono>{ip}</Mono> },
          { title: w.holder, cell: ({ username }) => username && <Holder username={username} /> },
        ]}
      />
    </DetailsDrawer>
  );
}

const Holder = ({ username }: { username: string }) => (
  <Link to="/subscribers" search={{ username } as never}>
    {username}
  </Link>
);

function Changes({ pool, onClose }: PoolProps) {
  const w = words.pools;
  const { pool_name } = pool;
  const may = useMay();
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const close = () => setOpen(undefined);
  if (!may('pool.write')) return null;
  return (
    <Group>
      <Button leftSection={<Icon name="pencil" size={16} />} onClick={() => setOpen('edit')}>
        {words.common.edit}
      </Button>
      <Button variant="subtle" color="red" onClick={() => setOpen('delete')}>
        {words.common.remove}
      </Button>
      {open === 'edit' && (
        <FormDialog
          path="ippool.update"
          title={w.edit}
          stored={{ ...pool, new_pool_name: pool_name }}
          fixed={{ pool_name }}
          fields={['new_pool_name', 'range_from', 'range_upto']}
          onClose={close}
          onDone={onClose}
        />
      )}
      {open === 'delete' && (
        <AskDialog
          path="ippool.delete"
          input={{ pool_name }}
          title={`${w.remove}: ${pool_name}`}
          lead={w.removeLead}
          confirm={words.common.remove}
          isFinal
          onClose={close}
          onDone={onClose}
        />
      )}
    </Group>
  );
}
