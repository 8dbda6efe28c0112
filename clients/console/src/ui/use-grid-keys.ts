import type { KeyboardEvent } from 'react';
import { useSingleKeys } from './keys.ts';

interface GridKeys {
  readonly at: number;
  readonly total: number;
  readonly screenful: number;
  readonly move: (to: number) => void;
  /** To the grid. */
  readonly focus: () => void;
  readonly open: () => void;
  readonly choose: () => void;
}

/** J, K, Enter and X anywhere on the screen; arrows, pages, ends and the space bar while the grid has the focus. */
export function useGridKeys({ at, total, screenful, move, focus, open, choose }: GridKeys) {
  // The next key is for the row: a button that has the focus would take it.
  const go = (to: number) => {
    focus();
    move(to);
  };
  useSingleKeys({
    j: () => go(at + 1),
    k: () => go(at - 1),
    x: choose,
    Enter: open,
  });
  return (event: KeyboardEvent) => {
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + screenful,
      PageUp: at - screenful,
      Home: 0,
      End: total - 1,
    };
    const to = targets[event.key];
    // The space bar on a button or a box of the head is theirs.
    if (to === undefined && (event.key !== ' ' || event.target !== event.currentTarget)) return;
    event.preventDefault();
    if (to === undefined) choose();
    else move(to);
  };
}
