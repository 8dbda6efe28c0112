import { type ReactNode, useState } from 'react';
import { words } from '../words/words.ts';
import { farFrom, money } from './money.ts';
import { ToInsistOn } from './to-insist-on.tsx';

interface Expectation {
  /** What is due, or usual; undefined: it is not known, and no amount is far from it. */
  readonly expected: string | undefined;
  /** What is wrong with an amount that is too large. */
  readonly above: (amount: string, expected: string) => string;
  /** And with one that is too small; absent: none is. */
  readonly below?: (amount: string, expected: string) => string;
  readonly format?: (text: string) => string;
}

interface FarAmount {
  /** It is far from what is expected, and nobody has said that it is meant. */
  readonly isHeld: boolean;
  readonly question: ReactNode;
}

/** Asks once more about an amount that is far from the one that is expected. A ticked box counts for one amount. */
export function useFarAmount(
  amount: string | undefined,
  { expected, format = money, ...problems }: Expectation,
): FarAmount {
  const [meant, setMeant] = useState<string>();
  const far = amount === undefined || expected === undefined ? undefined : farFrom(amount, expected);
  const problem = far && problems[far];
  if (!problem || amount === undefined || expected === undefined) return { isHeld: false, question: null };
  const isMeant = meant === amount;
  return {
    isHeld: !isMeant,
    question: (
      <ToInsistOn
        problem={problem(format(amount), format(expected))}
        label={words.preview.amountIsRight}
        value={isMeant}
        onChange={(is) => setMeant(is ? amount : undefined)}
      />
    ),
  };
}
