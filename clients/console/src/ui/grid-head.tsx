import type { Path } from '../api/client.ts';
import type { Listing } from '../api/list.ts';
import { words } from '../words/words.ts';
import type { Column } from './columns.tsx';
import classes from './grid.module.css';
import { Icon } from './icons.tsx';
import { RowCheckbox } from './row-checkbox.tsx';

interface GridHeadProps<R> {
  readonly columns: readonly Column<R>[];
  readonly listing: Listing<Path>;
  readonly onSort: (column: string) => void;
  /** The rows that are chosen. */
  readonly chosen?: { readonly size: number };
  /** How many rows the list has. */
  readonly total: number;
  readonly onChooseFirst?: () => void;
}

/** The names of the columns; those that the node sorts by are buttons. */
export function GridHead<R>({ columns, listing, onSort, chosen, total, onChooseFirst }: GridHeadProps<R>) {
  const { sort, order } = listing;
  return (
    <div className={classes.headGroup} role="rowgroup">
      <div className={classes.head} role="row" aria-rowindex={1} data-chooses={onChooseFirst ? true : undefined}>
        {onChooseFirst && (
          <div role="columnheader" className={classes.box}>
            <RowCheckbox
              isStop
              isChecked={chosen !== undefined && chosen.size > 0}
              isMixed={chosen !== undefined && chosen.size > 0 && chosen.size < total}
              onChange={onChooseFirst}
              label={words.common.chooseFirst}
            />
          </div>
        )}
        {columns.map(({ key, title, end, sort: field }) => {
          const isSorted = field !== undefined && field === sort;
          const direction = order === 'asc' ? 'ascending' : 'descending';
          return (
            <div
              key={key}
              role="columnheader"
              className={classes.name}
              data-end={end || undefined}
              aria-sort={isSorted ? direction : undefined}
            >
              {field === undefined ? (
                title
              ) : (
                <button
                  type="button"
                  className={classes.sort}
                  title={words.common.sortBy(title)}
                  onClick={() => onSort(field)}
                >
                  {title}
                  {isSorted && <Icon name={order === 'asc' ? 'arrowUp' : 'arrowDown'} size={13} />}
                </button>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
