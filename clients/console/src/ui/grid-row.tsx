import { memo } from 'react';
import { words } from '../words/words.ts';
import type { Column, Narrow } from './columns.tsx';
import classes from './grid.module.css';
import { RowCheckbox } from './row-checkbox.tsx';

interface GridRowProps<R> {
  readonly id: string;
  readonly index: number;
  readonly top: number;
  readonly row: R | undefined;
  readonly columns: readonly Column<R>[];
  readonly narrow: Narrow<R> | undefined;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly onOpen: ((row: R) => void) | undefined;
  readonly onChoose: ((row: R) => void) | undefined;
  readonly onActive: (index: number) => void;
}

function Row<R>(props: GridRowProps<R>) {
  const { id, index, top, row, columns, narrow, isActive, isChosen, onOpen, onChoose, onActive } = props;
  return (
    <div
      id={id}
      role="row"
      // The grid keeps the focus and names the active row.
      tabIndex={-1}
      className={narrow ? classes.narrow : classes.row}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      data-active={isActive || undefined}
      data-chooses={onChoose ? true : undefined}
      data-opens={onOpen ? true : undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={(event) => {
        onActive(index);
        if (row === undefined) return;
        if (onChoose && (event.ctrlKey || event.metaKey)) onChoose(row);
        else if (!globalThis.getSelection()?.toString()) onOpen?.(row);
      }}
    >
      {onChoose && (
        <Box
          isChosen={isChosen}
          onChange={() => {
            onActive(index);
            if (row !== undefined) onChoose(row);
          }}
        />
      )}
      {narrow ? (
        <NarrowCells row={row} narrow={narrow} />
      ) : (
        columns.map((column) => <Cell key={column.key} column={column} row={row} />)
      )}
    </div>
  );
}

/** Drawn once while it is in sight: a wheel adds some rows to those that are there. */
export const GridRow = memo(Row) as typeof Row;

/** Chooses the row; a click beside it opens the row. */
function Box({ isChosen, onChange }: { isChosen: boolean; onChange: () => void }) {
  return (
    <div role="gridcell" tabIndex={-1} className={classes.box} onClick={(event) => event.stopPropagation()}>
      <RowCheckbox isChecked={isChosen} onChange={onChange} label={words.common.choose} />
    </div>
  );
}

function Cell<R>({ column, row }: { column: Column<R>; row: R | undefined }) {
  const shown = row === undefined ? <span className={classes.pending} /> : column.cell(row);
  return (
    <div
      role="gridcell"
      className={classes.cell}
      data-end={column.end || undefined}
      // A long text is cut.
      title={typeof shown === 'string' ? shown : undefined}
    >
      {shown}
    </div>
  );
}

function NarrowCells<R>({ row, narrow }: { row: R | undefined; narrow: Narrow<R> }) {
  if (row === undefined) {
    return (
      <div role="gridcell">
        <span className={classes.pending} />
      </div>
    );
  }
  const { title, detail, end, endDetail } = narrow(row);
  return (
    <>
      <div role="gridcell" className={classes.narrowMain}>
        <div className={classes.narrowTitle}>{title}</div>
        <div className={classes.narrowDetail}>{detail}</div>
      </div>
      <div role="gridcell" className={classes.narrowEnd}>
        <div>{end}</div>
        <div className={classes.narrowDetail}>{endDetail}</div>
      </div>
    </>
  );
}
