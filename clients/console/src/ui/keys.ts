import { useEffect, useRef, useSyncExternalStore } from 'react';

const KEY = 'lastmile-single-keys';
const listeners = new Set<() => void>();

const isOn = () => localStorage.getItem(KEY) !== 'off';

function set(on: boolean): void {
  localStorage.setItem(KEY, on ? 'on' : 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether single letters are commands (WCAG 2.1.4). */
export const singleKeys = {
  use: () => [useSyncExternalStore(subscribe, isOn), set] as const,
};

/** Is somebody typing, or is a dialog open? */
function isElsewhere({ target }: KeyboardEvent): boolean {
  const element = target instanceof HTMLElement ? target : document.body;
  if (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName)) return true;
  return document.querySelector('[role=dialog], [role=menu]') !== null;
}

/** Commands of single keys, while the component is drawn: `{ p: pay }`. Named by `KeyboardEvent.key`. */
export function useSingleKeys(commands: Readonly<Record<string, () => void>>): void {
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const command = latest.current[key];
      // Enter on a button or a link is that button's.
      if (key === 'Enter' && document.activeElement?.matches('a, button, summary')) return;
      if (!command || (key.length === 1 && !isOn())) return;
      event.preventDefault();
      command();
    };
    globalThis.addEventListener('keydown', onKey);
    return () => globalThis.removeEventListener('keydown', onKey);
  }, []);
}
