import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls a row of links or tabs that is wider than the screen to the current one, whenever another becomes current. */
export function useCurrentInSight<E extends HTMLElement>(current: string | undefined): RefObject<E | null> {
  const row = useRef<E>(null);
  useEffect(() => {
    if (current === undefined) return;
    const shown = row.current?.querySelector('[aria-current=page], [aria-selected=true]');
    shown?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return row;
}
