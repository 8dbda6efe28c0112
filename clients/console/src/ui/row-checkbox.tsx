import classes from './grid.module.css';

interface RowCheckboxProps {
  readonly isChecked: boolean;
  /** Some of what the box is for, not all. */
  readonly isMixed?: boolean;
  /** Whether Tab stops at it. Those of rows have X and the space bar. */
  readonly isStop?: boolean;
  readonly onChange: () => void;
  readonly label: string;
}

/** The browser's own: a list draws some of them in each frame that it is scrolled. */
export function RowCheckbox({ isChecked, isMixed = false, isStop = false, onChange, label }: RowCheckboxProps) {
  return (
    <label className={classes.hit}>
      <input
        type="checkbox"
        className={classes.checkbox}
        tabIndex={isStop ? 0 : -1}
        checked={isChecked}
        // There is no attribute for it.
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        onChange={onChange}
        aria-label={label}
        title={label}
      />
    </label>
  );
}
