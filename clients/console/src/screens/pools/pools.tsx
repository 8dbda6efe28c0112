import { Button, Group, Progress, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useOwnerFields } from '../../ui/choices.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListScreen, type ListSpec } from '../../ui/list-screen.tsx';
import { Mono, Strong, Warn } from '../../ui/texts.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { type Pool, PoolDrawer } from './pool-drawer.tsx';

/** How much of a pool is in use, in percent. Only a full one has 100. */
function usedPercent({ count: size, free }: Pool): number {
  if (size === 0) return 0;
  return free === 0 ? 100 : Math.min(99, Math.round((1 - free / size) * 100));
}

const NEARLY_FULL = 90;

function Used({ pool }: { pool: Pool }) {
  const percent = usedPercent(pool);
  return (
    <Group gap={8} wrap="nowrap">
      <Progress value={percent} color={percent > NEARLY_FULL ? 'amber' : 'brand'} size={7} flex={1} aria-hidden />
      <Text component="span" inherit w="3.2rem" ta="end">
        {count(percent)} %
      </Text>
    </Group>
  );
}

function UsedInWords({ pool }: { pool: Pool }) {
  const percent = usedPercent(pool);
  const text = words.pools.usedOf(count(percent));
  return percent > NEARLY_FULL ? <Warn>{text}</Warn> : text;
}

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
        cell: (row) => <Used pool={row} />,
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
      end: <UsedInWords pool={row} />,
      endDetail: w.freeCount(count(row.free)),
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
