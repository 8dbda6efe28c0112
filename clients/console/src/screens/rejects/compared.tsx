import { Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '../../api/client.ts';
import { ask, LIVE_MS } from '../../api/queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Answer } from '../../ui/empty.tsx';
import { PlainTable } from '../../ui/paged-table.tsx';
import { Mono } from '../../ui/texts.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

type Refusals = Output<'session.refusals'>;
type By = keyof typeof words.rejects.by;

/** Filters of the list, all that these groups narrow it by. */
const NO_FILTERS = {
  ...{ kind: undefined, nasid: undefined, planid: undefined, location_code: undefined, mac: undefined },
  ...{ day: undefined, username: undefined },
};

interface Group {
  readonly key: string;
  readonly name: string;
  /** What it means, and what to do about it. */
  readonly more?: readonly [string, string];
  readonly refused: number;
  readonly yesterday: number;
  readonly last_week: number;
}

function groupsOf(answer: Refusals, by: By): { filter: keyof typeof NO_FILTERS; groups: readonly Group[] } {
  const w = words.rejects;
  switch (by) {
    case 'reason':
      return {
        filter: 'kind',
        groups: answer.reasons.map((each) => ({
          ...each,
          ...{ key: each.kind, name: w.kinds[each.kind], more: w.meanings[each.kind] },
        })),
      };
    case 'nas':
      return { filter: 'nasid', groups: answer.nases.map((each) => named(each, each.nasid)) };
    case 'plan':
      return { filter: 'planid', groups: answer.plans.map((each) => named(each, each.planid)) };
    case 'location':
      return { filter: 'location_code', groups: answer.locations.map((each) => named(each, each.location_code)) };
    case 'device':
      return { filter: 'mac', groups: answer.macs.map((each) => ({ ...each, key: each.mac, name: each.mac })) };
  }
}

const named = <G extends Omit<Group, 'key' | 'name'> & { readonly name: string | null }>(
  group: G,
  id: string | number,
): Group => ({ ...group, key: String(id), name: group.name ?? String(id) });

/** `12 more`, `3 fewer`, `as many`. */
function difference(now: number, before: number): string {
  const w = words.rejects;
  if (now === before) return w.asMany;
  return now > before ? w.more(count(now - before)) : w.fewer(count(before - now));
}

interface ComparedProps {
  readonly onClose: () => void;
  /** The list is narrowed to a group. */
  readonly onChoose: (filters: Record<string, string | undefined>) => void;
}

/** The refused log-ins of the last 24 hours in groups, next to yesterday and last week; each group leads to its log-ins. */
export function Compared({ onClose, onChoose }: ComparedProps) {
  const w = words.rejects;
  const [by, setBy] = useState<By>('reason');
  const answer = useQuery({ ...ask('session.refusals', {}), refetchInterval: LIVE_MS });
  return (
    <Dialog onClose={onClose} title={w.compared} size="xl">
      <Stack gap="sm">
        <SegmentedControl
          aria-label={w.groupedBy}
          value={by}
          onChange={(chosen) => setBy(chosen as By)}
          data={(Object.keys(w.by) as By[]).map((value) => ({ value, label: w.by[value] }))}
        />
        <Answer of={answer}>
          {(shown) => (
            <>
              <Text>
                {w.inAll(count(shown.refused))}
                {' · '}
                {w.yesterday}: {difference(shown.refused, shown.yesterday)}
                {' · '}
                {w.lastWeek}: {difference(shown.refused, shown.last_week)}
              </Text>
              <Groups of={shown} by={by} onChoose={onChoose} />
            </>
          )}
        </Answer>
      </Stack>
    </Dialog>
  );
}

function Groups({ of, by, onChoose }: { of: Refusals; by: By; onChoose: ComparedProps['onChoose'] }) {
  const w = words.rejects;
  const { filter, groups } = groupsOf(of, by);
  if (groups.length === 0) return <Text c="dimmed">{w.noGroups}</Text>;
  const choose = ({ key }: Group) => onChoose({ ...NO_FILTERS, [filter]: key });
  return (
    <PlainTable
      label={w.by[by]}
      rows={groups}
      keyOf={({ key }) => key}
      columns={[
        { title: w.by[by], cell: (group) => <Name group={group} isCode={by === 'device'} /> },
        {
          title: w.lastDay,
          end: true,
          cell: (group) => (
            <Button size="compact-sm" variant="default" aria-label={w.list(group.name)} onClick={() => choose(group)}>
              {count(group.refused)}
            </Button>
          ),
        },
        { title: w.yesterday, end: true, cell: ({ refused, yesterday }) => difference(refused, yesterday) },
        { title: w.lastWeek, end: true, wide: true, cell: ({ refused, last_week }) => difference(refused, last_week) },
      ]}
    />
  );
}

function Name({ group: { name, more }, isCode }: { group: Group; isCode: boolean }) {
  if (isCode) return <Mono>{name}</Mono>;
  return (
    <>
      {name}
      {more && (
        <Text size="xs" c="dimmed">
          {more[0]} {more[1]}
        </Text>
      )}
    </>
  );
}
