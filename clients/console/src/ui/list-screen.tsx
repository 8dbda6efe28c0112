import { Text } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { Path } from '../api/client.ts';
import { words } from '../words/words.ts';
import { ColumnPicker, useColumnChoice } from './column-picker.tsx';
import type { Column, Narrow } from './columns.tsx';
import type { Nothing } from './empty.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filter, inputOf } from './filters.ts';
import { Grid } from './grid.tsx';
import { Screen } from './screen.tsx';
import { useAddress } from './use-address.ts';
import { useChosen } from './use-chosen.ts';
import { useLeft } from './use-left.ts';
import { useIsPhone } from './use-phone.ts';
import { useViews } from './use-views.ts';
import { ViewsMenu } from './views-menu.tsx';
import { count } from './volume.ts';

/** A screen that is one list: what it reads, its columns, its filters. */
export interface ListSpec<R> {
  readonly title: string;
  readonly path: Path;
  readonly columns: readonly Column<R>[];
  readonly narrow: Narrow<R>;
  readonly filters: readonly Filter[];
  readonly keyOf: (row: R) => number | string;
  /** The filter that takes the keys of rows, where rows can be chosen. */
  readonly idsFilter?: string;
  /** The order without a choice. */
  readonly sort?: string;
  readonly order?: 'asc' | 'desc';
  /** Sent always, such as the owner. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  readonly refresh?: number;
  readonly empty?: Nothing;
}

interface ListScreenProps<R> {
  readonly spec: ListSpec<R>;
  readonly onOpen?: (row: R) => void;
  /** Commands of single keys for the row that keys are at. */
  readonly rowKeys?: Readonly<Record<string, (row: R) => void>>;
  readonly actions?: ReactNode;
  /** What can be done with the chosen rows; without it none can be chosen. */
  readonly forChosen?: ((chosen: Chosen<R>) => ReactNode) | undefined;
  /** Between the filters and the rows, such as figures that lead to a filter. */
  readonly above?: ReactNode;
  readonly children?: ReactNode;
}

export interface Chosen<R> {
  readonly rows: readonly R[];
  /** How many rows the list has. */
  readonly total: number;
  /** How many of the chosen rows the filters hide. */
  readonly hidden: number;
  readonly clear: () => void;
}

export function ListScreen<R>({ spec, onOpen, rowKeys, actions, forChosen, above, children }: ListScreenProps<R>) {
  const [address, set] = useAddress();
  const { title, path, filters, keyOf, idsFilter } = spec;
  const { listing, isUnfiltered } = useListing(spec, address);
  const [columns, choice] = useColumnChoice(path, spec.columns);
  const views = useViews({ list: path, filters, address, onAddress: set, columns: choice });
  const [left, note] = useLeft<R>();
  const { chosen, hidden, toggle, clear, chooseFirst } = useChosen<R>(listing, { keyOf, idsFilter, left, note });
  const [total, setTotal] = useState<number>();
  const isPhone = useIsPhone();
  const { sort, order } = listing;
  const onSort = (field: string) => set({ sort: field, order: field === sort && order === 'asc' ? 'desc' : 'asc' });
  return (
    <Screen
      full
      title={title}
      hint={total === undefined ? undefined : <Text component="span">{words.common.total(count(total), total)}</Text>}
      actions={
        <>
          {actions}
          {!isPhone && filters.length > 0 && <ViewsMenu views={views} />}
          <ExportButton path={path} filters={listing.filters} columns={columns} />
          <ColumnPicker columns={spec.columns} choice={choice} />
        </>
      }
    >
      <FilterBar filters={filters} address={address} onChange={set} folds={isPhone}>
        <ViewsMenu views={views} isSmall />
      </FilterBar>
      {above}
      {forChosen && chosen.size > 0 && forChosen({ rows: [...chosen.values()], total: total ?? 0, hidden, clear })}
      <Grid<R>
        label={title}
        listing={listing}
        columns={columns}
        narrow={spec.narrow}
        keyOf={keyOf}
        onOpen={onOpen}
        rowKeys={rowKeys}
        onSort={onSort}
        chosen={chosen}
        left={left}
        onLeave={note}
        {...(forChosen ? { onChoose: toggle, onChooseFirst: chooseFirst } : {})}
        refresh={spec.refresh}
        empty={isUnfiltered ? spec.empty : undefined}
        onTotal={setTotal}
      />
      {children}
    </Screen>
  );
}

/** What is read for an address, and whether that is all there is. */
function useListing<R>({ path, filters, fixed, ...spec }: ListSpec<R>, address: Readonly<Record<string, string>>) {
  const sort = address.sort ?? spec.sort;
  const order = (address.order ?? spec.order) === 'desc' ? 'desc' : 'asc';
  const wanted = JSON.stringify({ ...inputOf(filters, address), ...fixed });
  const listing = useMemo(
    () => ({ path, filters: JSON.parse(wanted) as object as Record<string, unknown>, sort, order }) as const,
    [path, wanted, sort, order],
  );
  return { listing, isUnfiltered: wanted === JSON.stringify({ ...inputOf(filters, {}), ...fixed }) };
}
