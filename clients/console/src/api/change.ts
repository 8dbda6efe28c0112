import { useMutation, useQueryClient } from '@tanstack/react-query';
import { change, type Input, type Output, type Path } from './client.ts';
import { isUnconfirmed } from './faults.ts';

/** Asks for the password; resolves to false if the caller gives up. Set by the shell, which has the dialog. */
let confirm: () => Promise<boolean> = async () => false;

export function confirmWith(ask: () => Promise<boolean>): void {
  confirm = ask;
}

/** Makes a change. Where the node wants the password again, asks for it and repeats the call. @throws LastmileError */
export async function send<P extends Path>(path: P, input: Input<P>): Promise<Output<P>> {
  try {
    return await change(path, input);
  } catch (error) {
    if (!isUnconfirmed(error) || !(await confirm())) throw error;
    return change(path, input);
  }
}

/** A change of the screen. Afterwards everything shown is asked for again, but for the preview of what has been done. */
export function useChange<P extends Path>(path: P) {
  const queries = useQueryClient();
  return useMutation<Output<P>, Error, Input<P>>({
    mutationFn: (input) => send(path, input),
    onSuccess: (_answer, input) => {
      if ((input as { preview?: boolean } | undefined)?.preview) return;
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'preview' });
    },
  });
}
