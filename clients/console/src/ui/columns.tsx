import type { ReactNode } from 'react';

/** A column of a grid. */
export interface Column<R> {
  readonly key: string;
  readonly title: string;
  /** The least width in pixels. What is left over is shared by `grow`: 1, or half of it for figures, which need no more. */
  readonly width: number;
  readonly grow?: number;
  /** The field that the node sorts by. */
  readonly sort?: string;
  /** Figures stand at the end. */
  readonly end?: boolean;
  /** Shown only when chosen. */
  readonly extra?: boolean;
  /** The higher, the earlier it gives way on a small screen; 0 stays. */
  readonly rank: number;
  /** What a file has of it: fields of the record. Default: that of the key. */
  readonly fields?: readonly string[];
  readonly cell: (row: R) => ReactNode;
}

/** What a row says on a phone. */
export type Narrow<R> = (row: R) => { title: ReactNode; detail: ReactNode; end?: ReactNode; endDetail?: ReactNode };

/** The columns that fit into a width, most important first, in their order. */
export function fitting<R>(columns: readonly Column<R>[], width: number): readonly Column<R>[] {
  if (width <= 0) return columns;
  let left = width;
  const kept = new Set<string>();
  for (const { key, width: needed, rank } of [...columns].sort((a, b) => a.rank - b.rank)) {
    left -= needed;
    if (left >= 0 || rank === 0) kept.add(key);
  }
  return columns.filter(({ key }) => kept.has(key));
}

/** The tracks of a CSS grid. */
export function tracks<R>(columns: readonly Column<R>[]): string {
  return columns.map(({ width, end, grow = end ? 0.5 : 1 }) => `minmax(${width}px, ${grow}fr)`).join(' ');
}
