import { type RefObject, useEffect, useRef } from 'react';

interface FocusFault<E extends HTMLElement> {
  /** Around the fields. */
  readonly element: RefObject<E | null>;
  /** Moves the focus to the first field with a fault, as soon as that step is drawn with it. */
  readonly toFault: (step: number) => void;
  /** Shows the refusal that belongs to no field. */
  readonly toRefusal: () => void;
  readonly forget: () => void;
}

const FIELD = '[aria-invalid="true"]';
const REFUSAL = '[role="alert"]';

/** After a refusal one goes on typing where it is wrong, also at another step (`at`: the present one) and below the edge of a phone. */
export function useFocusFault<E extends HTMLElement>(at: number): FocusFault<E> {
  const element = useRef<E>(null);
  const wanted = useRef<{ readonly step: number; readonly is: string }>(undefined);
  useEffect(() => {
    if (wanted.current?.step !== at) return;
    const found = element.current?.querySelector<HTMLElement>(wanted.current.is);
    if (!found) return;
    if (wanted.current.is === FIELD) found.focus();
    else found.scrollIntoView({ block: 'center' });
    wanted.current = undefined;
  });
  return {
    element,
    toFault: (step) => {
      wanted.current = { step, is: FIELD };
    },
    toRefusal: () => {
      wanted.current = { step: at, is: REFUSAL };
    },
    forget: () => {
      wanted.current = undefined;
    },
  };
}
