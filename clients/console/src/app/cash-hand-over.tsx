import { Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '../api/client.ts';
import { ask } from '../api/queries.ts';
import { CashDialog } from '../ui/cash-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Answer, Empty } from '../ui/empty.tsx';
import { Icon } from '../ui/icons.tsx';
import { money } from '../ui/money.ts';
import { words } from '../words/words.ts';
import classes from './palette.module.css';

type Collector = Output<'report.cash_in_hand'>['rows'][number];

const nameOf = ({ name, collected_by }: Collector): string => (name ? `${name} · ${collected_by}` : collected_by);

/** Collected cash goes to the bank: first the collector, then the amount. */
export default function CashHandOver({ onClose }: { onClose: () => void }) {
  const [collector, setCollector] = useState<Collector>();
  if (!collector) return <Collectors onClose={onClose} onChosen={setCollector} />;
  return (
    <CashDialog
      id={collector.collectorid}
      name={nameOf(collector)}
      cash={collector.cash}
      onClose={onClose}
      onDone={onClose}
    />
  );
}

interface CollectorsProps {
  readonly onClose: () => void;
  readonly onChosen: (collector: Collector) => void;
}

/** The list comes after its dialog, which has given the focus elsewhere by then. */
const focus = (button: HTMLElement | null) => button?.focus();

/** Everybody who holds cash, the most first. */
function Collectors({ onClose, onChosen }: CollectorsProps) {
  const w = words.tasks;
  const held = useQuery({ ...ask('report.cash_in_hand', { source: 'live' }), staleTime: 0 });
  return (
    <Dialog onClose={onClose} title={w.cash} size="lg">
      <Answer of={held}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty icon="wallet" title={w.noCash} hint={w.noCashHint} />
          ) : (
            <Stack gap={0}>
              <Text c="dimmed" size="sm">
                {w.fromWhom}
              </Text>
              {rows.map((row, at) => (
                <UnstyledButton
                  key={row.collectorid}
                  className={classes.hit ?? ''}
                  ref={at === 0 ? focus : null}
                  data-autofocus={at === 0 || undefined}
                  onClick={() => onChosen(row)}
                >
                  <Icon name="user" />
                  <span className={classes.title}>{nameOf(row)}</span>
                  <span className={classes.detail}>{row.reseller}</span>
                  <b>{money(row.cash)}</b>
                </UnstyledButton>
              ))}
            </Stack>
          )
        }
      </Answer>
    </Dialog>
  );
}
