/** The life cycle of a code as a table. */
export const CODE_STATUSES = ['New', 'Used', 'Void', 'Expired'] as const;
export type CodeStatus = (typeof CODE_STATUSES)[number];

type Step = 'redeem' | 'void' | 'expire';

interface Move {
  readonly from: CodeStatus;
  readonly step: Step;
  readonly to: CodeStatus;
}

export const MOVES: readonly Move[] = [
  { from: 'New', step: 'redeem', to: 'Used' },
  { from: 'New', step: 'void', to: 'Void' },
  { from: 'New', step: 'expire', to: 'Expired' },
  { from: 'Used', step: 'expire', to: 'Expired' },
];

/** The status that a step leads to; null: the status does not allow it. */
export const statusAfter = (status: CodeStatus, step: Step): CodeStatus | null =>
  MOVES.find((move) => move.from === status && move.step === step)?.to ?? null;

/** The move of a step that only one status allows. */
export function onlyMove(step: 'redeem' | 'void'): Move {
  const [move, ...others] = MOVES.filter((each) => each.step === step);
  if (!move || others.length > 0) throw new Error(`${step} has no move of its own`);
  return move;
}
