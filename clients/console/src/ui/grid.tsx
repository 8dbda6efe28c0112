import { type CSSProperties, useEffect, useId, useMemo, useState } from 'react';
import type { Path } from '../api/client.ts';
import type { Listing } from '../api/list.ts';
import { words } from '../words/words.ts';
import { type Column, fitting, type Narrow, tracks } from './columns.tsx';
import { type Density, useDensity } from './density.ts';
import { Empty, Failed, type Nothing } from './empty.tsx';
import classes from './grid.module.css';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import { useSingleKeys } from './keys.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { type Left, useNoted } from './use-left.ts';
import { useLine } from './use-line.ts';
import { usePages, useShownList } from './use-pages.ts';
import { useRows } from './use-rows.ts';

const ROW_PX: Readonly<Record<Density, number>> = { comfortable: 40, compact: 30 };
/** On a phone a row has two lines, and must be hit by a thumb. */
const NARROW_ROW_PX = 62;
const HEAD_PX = 36;
const PADDING_PX = 24;
/** Of the box with which a row is chosen. */
const BOX_PX = 30;
/** Drawn until the first answer. */
const PENDING_ROWS = 14;

export interface GridProps<R> {
  /** What the list is of, read aloud. */
  readonly label: string;
  readonly listing: Listing<Path>;
  readonly columns: readonly Column<R>[];
  /** A row on a phone. */
  readonly narrow: Narrow<R>;
  readonly keyOf: (row: R) => number | string;
  readonly onOpen?: ((row: R) => void) | undefined;
  readonly onSort: (column: string) => void;
  readonly chosen?: Pick<ReadonlySet<number | string>, 'has' | 'size'>;
  readonly onChoose?: (row: R) => void;
  /** Chooses the first rows, or none. */
  readonly onChooseFirst?: () => void;
  /** Commands of single keys for the row that keys are at. */
  readonly rowKeys?: Readonly<Record<string, (row: R) => void>> | undefined;
  /** How often the rows are read again, in milliseconds. */
  readonly refresh?: number | undefined;
  readonly empty?: Nothing | undefined;
  readonly onTotal?: (total: number) => void;
  /** Where the list was when it was left, which is where it begins, and who notes it. */
  readonly left: Left<R>;
  readonly onLeave: (left: Left<R>) => void;
}

/** A list of any length: rows are drawn where they are seen, and read page by page. */
export function Grid<R>(props: GridProps<R>) {
  const { listing, refresh, onTotal } = props;
  const shown = useShownList<R>(listing, refresh);
  const { isFirst, total } = shown;
  useEffect(() => {
    if (!isFirst) onTotal?.(total);
  }, [isFirst, total, onTotal]);
  const isCut = useLine() !== 'up';
  if (shown.isFirst && (shown.error || isCut)) return <Failed error={shown.error} retry={shown.retry} />;
  if (!shown.isFirst && shown.total === 0 && !shown.isWaiting) {
    return (
      <Empty
        icon="search"
        title={props.empty?.title ?? words.common.noMatch}
        hint={props.empty?.hint ?? words.common.noMatchHint}
      >
        {props.empty?.next}
      </Empty>
    );
  }
  return <Body {...props} shown={shown} />;
}

/** The columns that fit into a width: the same while one scrolls, so that no row is drawn again. */
const useFitting = <R,>(columns: readonly Column<R>[], width: number) =>
  useMemo(() => fitting(columns, width), [columns, width]);

function useRowHeight(isNarrow: boolean) {
  const [density] = useDensity();
  return { density, rowHeight: isNarrow ? NARROW_ROW_PX : ROW_PX[density] };
}

interface BodyProps<R> extends GridProps<R> {
  readonly shown: { listing: Listing<Path>; total: number; isFirst: boolean; isWaiting: boolean };
}

function Body<R>({ shown, ...props }: BodyProps<R>) {
  const { label, columns, narrow, keyOf, onOpen, chosen, onChoose, rowKeys = {} } = props;
  const id = useId();
  const [active, setActive] = useState(props.left.active ?? 0);
  const [isNarrow, setNarrow] = useState(false);
  const { density, rowHeight } = useRowHeight(isNarrow);
  const rows = useRows({
    count: shown.isFirst ? PENDING_ROWS : shown.total,
    rowHeight,
    head: isNarrow ? 0 : HEAD_PX,
    from: shown.isFirst ? undefined : props.left.top,
  });
  const pages = usePages<R>(shown.listing, shown.total, rows);
  const shouldBeNarrow = rows.width > 0 && rows.width < 560;
  if (shouldBeNarrow !== isNarrow) setNarrow(shouldBeNarrow);
  const visible = useFitting(columns, rows.width - PADDING_PX - (onChoose ? BOX_PX : 0));
  const at = Math.min(active, Math.max(0, shown.total - 1));
  useNoted(props.onLeave, () => ({ top: rows.top(), active: at }));
  const act = (index: number, what: ((row: R) => void) | undefined) => {
    const row = pages.row(index);
    if (row !== undefined) what?.(row);
  };
  const move = (to: number) => {
    const next = Math.min(Math.max(0, to), Math.max(0, shown.total - 1));
    setActive(next);
    rows.reveal(next);
  };
  useSingleKeys(Object.fromEntries(Object.entries(rowKeys).map(([key, what]) => [key, () => act(at, what)])));
  const onKeyDown = useGridKeys({
    ...{ at, total: shown.total, screenful: rows.screenful, move, focus: rows.focus },
    open: () => act(at, onOpen),
    choose: () => act(at, onChoose),
  });
  return (
    <div
      ref={rows.ref}
      className={classes.grid}
      role="grid"
      aria-label={label}
      aria-rowcount={shown.total + 1}
      aria-busy={shown.isWaiting}
      aria-multiselectable={onChoose !== undefined}
      aria-activedescendant={shown.total > 0 ? `${id}-${at}` : undefined}
      tabIndex={0}
      onScroll={rows.onScroll}
      onKeyDown={onKeyDown}
      data-waiting={shown.isWaiting || undefined}
      data-density={density}
      style={{ '--tracks': tracks(visible), '--row-height': `${rowHeight}px` } as CSSProperties}
    >
      {!isNarrow && <GridHead {...props} columns={visible} total={shown.total} />}
      <div className={classes.body} role="rowgroup" style={{ height: rows.height }}>
        {Array.from({ length: rows.last - rows.first }, (_, step) => rows.first + step).map((index) => {
          const row = pages.row(index);
          return (
            <GridRow
              key={index}
              id={`${id}-${index}`}
              index={index}
              top={rows.offset(index)}
              row={row}
              columns={visible}
              narrow={isNarrow ? narrow : undefined}
              isActive={index === at}
              isChosen={row !== undefined && (chosen?.has(keyOf(row)) ?? false)}
              onOpen={onOpen}
              onChoose={onChoose}
              onActive={setActive}
            />
          );
        })}
      </div>
    </div>
  );
}
