import { useEffect, useState } from 'react';

interface Open {
  /** What opened it. */
  readonly by: Element | null;
  /** The dialog that it lies on. */
  readonly below: Open | undefined;
  close: () => void;
}

/** The dialogs that are open, the uppermost last. */
const all: Open[] = [];

/** A dialog while it is open: Escape closes it when it is the uppermost, and then focus returns to what opened it. */
export function useOpenDialog(close: () => void): void {
  const [open] = useState<Open>(() => ({ by: lasting(document.activeElement), below: all.at(-1), close }));
  open.close = close;
  useEffect(() => {
    if (all.length === 0) window.addEventListener('keydown', closeUppermost, true);
    all.push(open);
    return () => {
      all.splice(all.indexOf(open), 1);
      if (all.length === 0) window.removeEventListener('keydown', closeUppermost, true);
      // Another dialog that takes its place, or the screen that it led to, has the focus already.
      setTimeout(() => {
        if (document.activeElement === document.body) nearest(open).focus({ preventScroll: true });
      });
    };
  }, [open]);
}

function closeUppermost({ key, isComposing, target }: KeyboardEvent): void {
  // A list or a menu that is open in the dialog closes first.
  const isTaken =
    target instanceof Element && target.closest('[data-mantine-stop-propagation=true], [role=menu]') !== null;
  if (key === 'Escape' && !isComposing && !isTaken) all.at(-1)?.close();
}

/** A menu is gone before the dialog that it opened; its button stays. */
function lasting(element: Element | null): Element | null {
  const menu = element?.closest('[role=menu]');
  const button = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return button ?? element;
}

function nearest({ by, below }: Open): HTMLElement {
  if (by instanceof HTMLElement && by.isConnected && by !== document.body) return by;
  return below ? nearest(below) : (document.getElementById('main') ?? document.body);
}
