import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import { useMe } from '../api/session.ts';
import type { ColumnChoice } from './column-picker.tsx';
import type { Filter } from './filters.ts';
import { areAlike, changesTo, type Look, lookAt, named, type View, viewsIn, withoutView, withView } from './views.ts';

interface Options {
  /** Which list it is. */
  readonly list: string;
  readonly filters: readonly Filter[];
  readonly address: Readonly<Record<string, string>>;
  readonly onAddress: (changes: Record<string, string | undefined>) => void;
  readonly columns: ColumnChoice;
}

/** The saved views of a list. The browser keeps them, as it keeps the columns, for each of its users apart. */
export function useViews({ list, filters, address, onAddress, columns: { usual, picked, pick } }: Options) {
  const { userid } = useMe();
  const [stored, store] = useLocalStorage<unknown>({
    key: `lastmile-views-${userid}-${list}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const [latest, setLatest] = useState('');
  const views = viewsIn(stored);
  const look = lookAt(filters, address, picked);
  const shown = views.find((view) => areAlike(view, look));
  const standard: Look = { address: {}, columns: usual };
  function show(wanted: Look, name = ''): void {
    onAddress(changesTo(filters, wanted));
    pick(wanted.columns);
    setLatest(name);
  }
  return {
    views,
    /** The one that the list shows. */
    shown,
    /** The one that was shown last, also when something has been changed since. */
    current: shown ?? named(views, latest),
    isStandard: areAlike(standard, look),
    showStandard: () => show(standard),
    show: (view: View) => show(view, view.name),
    /** Gives the name to what the list shows, in the place of the view that has it. */
    save: (name: string) => {
      store(withView(views, { ...look, name }));
      setLatest(name);
    },
    rename: (view: View, name: string) => {
      store(withView(withoutView(views, view.name), { ...view, name }));
      setLatest(name);
    },
    remove: (view: View) => store(withoutView(views, view.name)),
  };
}

export type Views = ReturnType<typeof useViews>;
