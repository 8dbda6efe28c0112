import { Text } from '@mantine/core';
import { isAmount, money, sumOf } from '../../ui/money.ts';
import { Moved } from '../../ui/moved.tsx';
import { words } from '../../words/words.ts';
import type { Subplan } from './plan.ts';

const AMOUNTS = ['amt1', 'amt2', 'amt3'] as const;

interface PriceChangeProps {
  readonly subplan: Subplan;
  /** What is changed of it. */
  readonly written: Readonly<Record<string, unknown>>;
}

/** The old price beside the new one, before taxes. */
export function PriceChange({ subplan, written }: PriceChangeProps) {
  const amounts = AMOUNTS.map((name) => {
    const text = name in written ? written[name] : subplan[name];
    return text === null || text === '' ? '0' : String(text);
  });
  if (!amounts.every(isAmount)) return null;
  const price = sumOf(amounts);
  return (
    <Text>
      {words.plans.price}:{' '}
      <Moved before={money(subplan.price)} after={money(price)} same={price === sumOf([subplan.price])} />
    </Text>
  );
}
