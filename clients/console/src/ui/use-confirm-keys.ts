import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** Those who type ahead must not confirm what appears under their fingers. */
const READ_MS = 400;

interface ConfirmKeys {
  /** The button that confirms, whose label names the amount. */
  readonly button: RefObject<HTMLButtonElement | null>;
  /** For what surrounds the fields and the buttons. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * The keys of a dialog that moves money: Enter in a field moves to the button that names the amount, and only another Enter
 * confirms. A key that is held down confirms nothing.
 * @param isReady whether the button can be used: the amount is shown
 * @param beginsThere there is no field, so that the button has the focus as soon as there was time to read
 */
export function useConfirmKeys(isReady: boolean, beginsThere = false): ConfirmKeys {
  const button = useRef<HTMLButtonElement>(null);
  const [isWanted, setWanted] = useState(beginsThere);
  useEffect(() => {
    if (!isReady || !isWanted) return undefined;
    const focus = () => {
      button.current?.focus();
      setWanted(false);
    };
    const timer = setTimeout(focus, beginsThere ? READ_MS : 0);
    return () => clearTimeout(timer);
  }, [isReady, isWanted, beginsThere]);

  function onKeyDown(event: KeyboardEvent): void {
    const isInField = event.target instanceof HTMLInputElement;
    if (event.key !== 'Enter') {
      // Who goes on typing is not taken out of the field.
      if (isInField) setWanted(false);
    } else if (event.repeat) event.preventDefault();
    else if (isInField && !event.defaultPrevented && !event.nativeEvent.isComposing) {
      event.preventDefault();
      setWanted(true);
    }
  }
  return { button, onKeyDown };
}
