import { Kbd, Table } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { useSingleKeys } from '../ui/keys.ts';
import { words } from '../words/words.ts';

let isOpen = false;
const listeners = new Set<() => void>();

function set(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

export const showKeys = (): void => set(true);

/** The list of keys, at `?`. */
export function KeyHelp() {
  const opened = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
  );
  useSingleKeys({ '?': showKeys });
  if (!opened) return null;
  return (
    <Dialog onClose={() => set(false)} title={words.keys.title}>
      <Table>
        <Table.Tbody>
          {words.keys.list.map(([key, meaning]) => (
            <Table.Tr key={key}>
              <Table.Td w={120}>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
