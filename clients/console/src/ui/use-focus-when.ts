import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to an element once, when it can be used: a disabled button takes no focus when its dialog opens. */
export function useFocusWhen<E extends HTMLElement>(isReady: boolean): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (isReady) element.current?.focus();
  }, [isReady]);
  return element;
}
