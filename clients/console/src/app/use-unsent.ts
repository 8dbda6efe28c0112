import { useEffect } from 'react';
import { UNSENT } from '../api/field-store.ts';

/** Sends what a technician did before the browser was closed, whatever screen opens now. */
export function useUnsent(userid: number): void {
  useEffect(() => {
    if (localStorage.getItem(UNSENT) === String(userid))
      void import('../screens/field/outbox.ts').then(
        ({ outboxOf }) => outboxOf(userid),
        () => undefined,
      );
  }, [userid]);
}
