import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Row } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { save, takeFile } from '../../api/file.ts';
import { useMay } from '../../api/session.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { PLANS, subplanChoice } from '../../ui/choices.ts';
import type { FieldSpec } from '../../ui/form-fields.ts';
import { Icon } from '../../ui/icons.tsx';
import { instant } from '../../ui/instant.ts';
import { RecordScreen, type RecordSpec } from '../../ui/record-screen.tsx';
import { sourceOf } from '../../ui/source.ts';
import { Strong } from '../../ui/texts.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

type Batch = Row<'hotspot.batch_list'>;

const CUSTOMERS = sourceOf({
  path: 'customer.list',
  finds: (text) => ({ name: `%${text.replaceAll('%', '')}%` }),
  has: (value) => ({ customerid: Number(value) }),
  choice: ({ id, name, surname }) => ({
    value: String(id),
    label: `${[name, surname].filter(Boolean).join(' ')} · ${id}`,
  }),
});

const SUBPLANS = sourceOf({
  path: 'plan.subplan_list',
  finds: (name) => ({ name }),
  has: (value) => ({ id: Number(value) }),
  choice: subplanChoice,
});

function fields(): readonly FieldSpec[] {
  const w = words.hotspot;
  return [
    { name: 'customerid', label: w.customer, hint: w.customerHint, source: CUSTOMERS },
    { name: 'planid', source: PLANS },
    { name: 'subplanid', hint: w.subplanHint, source: SUBPLANS },
    ...['location_code', 'sub_location_code'],
    { name: 'count', label: w.codes },
    ...['valid_hours', 'use_until', 'remember_devices'],
    { name: 'note', label: w.note },
  ];
}

const name = ({ id, plan, count: codes }: Batch) => words.hotspot.name(String(id), count(codes), plan);

function batches(): RecordSpec<Batch> {
  const w = words.hotspot;
  const left = ({ unused, voided_at }: Batch) => (voided_at ? w.voided : count(unused));
  return {
    write: 'hotspot.write',
    name,
    facts: (row) => [
      [words.fields.planid, `${row.plan} · ${row.subplan}`],
      [w.customer, String(row.customerid)],
      [words.fields.location_code, `${row.location_code} · ${row.sub_location_code}`],
      [w.codes, count(row.count)],
      [w.unused, left(row)],
      [w.used, count(row.used)],
      [words.fields.valid_hours, count(row.valid_hours)],
      [words.fields.use_until, row.use_until],
      [words.fields.remember_devices, row.remember_devices ? words.common.yes : words.common.no],
      [w.note, row.note],
      [w.printed, row.printed_at && w.byAt(row.printed_by ?? '', instant(row.printed_at))],
      [w.voided, row.voided_at && w.byAt(row.voided_by ?? '', instant(row.voided_at))],
    ],
    add: { path: 'hotspot.batch_create', title: w.add, fields },
    more: (row, { isWritable, close }) => <Actions batch={row} isWritable={isWritable} onClose={close} />,
    list: {
      title: w.title,
      path: 'hotspot.batch_list',
      keyOf: ({ id }) => id,
      empty: { title: w.emptyTitle, hint: w.emptyHint },
      columns: [
        { key: 'name', title: w.batch, width: 260, grow: 2, rank: 0, cell: (row) => <Strong>{name(row)}</Strong> },
        { key: 'unused', title: w.unused, width: 110, end: true, rank: 0, cell: left },
        { key: 'used', title: w.used, width: 110, end: true, rank: 1, cell: ({ used }) => count(used) },
        { key: 'use_until', title: words.fields.use_until, width: 130, rank: 1, cell: ({ use_until }) => use_until },
        { key: 'note', title: w.note, width: 200, grow: 1, rank: 2, cell: ({ note }) => note },
        { key: 'created_by', title: w.madeBy, width: 130, rank: 3, cell: ({ created_by }) => created_by },
      ],
      narrow: (row) => ({ title: name(row), detail: row.note, end: left(row), endDetail: row.use_until }),
      filters: [],
    },
  };
}

interface ActionsProps {
  readonly batch: Batch;
  readonly isWritable: boolean;
  readonly onClose: () => void;
}

function Actions({ batch: { id, voided_at, unused }, isWritable, onClose }: ActionsProps) {
  const w = words.hotspot;
  const may = useMay();
  const [isVoiding, setVoiding] = useState(false);
  const print = useMutation({
    mutationFn: async (path: string) => save(await takeFile(path, { id })),
    onError: (error) => notifications.show({ message: sentenceOf(error), color: 'red' }),
  });
  const isAlive = voided_at === null && unused > 0;
  return (
    <Group gap="xs">
      {isAlive && may('hotspot.print') && (
        <>
          <Text size="sm">{w.printLead}</Text>
          {(
            [
              ['hotspot/batch_sheet', w.print],
              ['hotspot/batch_print', w.csv],
            ] as const
          ).map(([path, label]) => (
            <Button
              key={path}
              leftSection={<Icon name="download" size={16} />}
              loading={print.isPending && print.variables === path}
              onClick={() => print.mutate(path)}
            >
              {label}
            </Button>
          ))}
        </>
      )}
      {isAlive && isWritable && (
        <Button variant="default" onClick={() => setVoiding(true)}>
          {w.void}
        </Button>
      )}
      <Button variant="default" component={Link} to="/hotspot/codes" search={{ batchid: String(id) } as never}>
        {w.showCodes}
      </Button>
      {isVoiding && (
        <AskDialog
          path="hotspot.batch_void"
          input={{ id }}
          title={w.void}
          lead={w.voidLead}
          confirm={w.void}
          isFinal
          onClose={() => setVoiding(false)}
          onDone={onClose}
        />
      )}
    </Group>
  );
}

/** Batches of codes for guests of hotspots. */
export const Batches = () => <RecordScreen spec={batches()} />;
