import { Button, Progress } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useOwnerFields } from '../../ui/choices.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListScreen, type ListSpec } from '../../ui/list-screen.tsx';
import { Mono, Strong } from '../../ui/texts.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { type Pool, PoolDrawer } from './pool-drawer.tsx';

const usedShare = ({ count: size, free }: Pool) => (size === 0 ? 0 : (1 - free / size) * 100);

function poolList(): ListSpec<Pool> {
  const w = words.pools;
  return {
    title: w.title,
    path: 'ippool.list',
    keyOf: ({ pool_name, range_from }) => `${pool_name} ${range_from}`,
    empty: { title: w.emptyTitle, hint: w.emptyHint },
    columns: [
      { key: 'name', title: w.name, width: 140, rank: 0, cell: ({ pool_name }) => <Strong>{pool_name}</Strong> },
      {
        key: 'range',
        title: w.range,
        width: 250,
        grow: 1.4,
        rank: 2,
        cell: (row) => <Mono>{`${row.range_from} – ${row.range_upto}`}</Mono>,
      },
      {
        key: 'used',
        title: w.used,
        width: 140,
        grow: 1.2,
        rank: 1,
        cell: (row) => (
          <Progress
            value={usedShare(row)}
            color={usedShare(row) > 90 ? 'amber' : 'brand'}
            size={7}
            aria-label={`${w.used} ${Math.round(usedShare(row))} %`}
          />
        ),
      },
      { key: 'free', title: w.free, width: 90, end: true, rank: 0, cell: ({ free }) => count(free) },
      { key: 'size', title: w.size, width: 100, end: true, rank: 0, cell: ({ count: size }) => count(size) },
      {
        key: 'statics',
        title: w.statics,
        width: 90,
        end: true,
        rank: 3,
        cell: ({ staticip_count }) => count(staticip_count),
      },
    ],
    narrow: (row) => ({
      title: row.pool_name,
      detail: `${row.range_from} – ${row.range_upto}`,
      end: count(row.free),
      endDetail: `/ ${count(row.count)}`,
    }),
    filters: [{ key: 'pool_name', label: w.name, kind: 'text', pinned: true }],
  };
}

export function Pools() {
  const may = useMay();
  const owner = useOwnerFields('ippool.create');
  const [isOpen, { open, close }] = useDisclosure(false);
  const [pool, setPool] = useState<Pool>();
  const w = words.pools;
  const add = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
      {w.add}
    </Button>
  );
  return (
    <ListScreen spec={poolList()} onOpen={setPool} actions={may('pool.write') ? add : null}>
      {pool && <PoolDrawer pool={pool} onClose={() => setPool(undefined)} />}
      {isOpen && (
        <FormDialog
          path="ippool.create"
          title={w.add}
          fixed={owner.fixed}
          fields={['pool_name', ...owner.fields, 'range_from', 'range_upto']}
          onClose={close}
        />
      )}
    </ListScreen>
  );
}
