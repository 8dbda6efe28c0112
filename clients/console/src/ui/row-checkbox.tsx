import classes from './grid.module.css';

interface RowCheckboxProps {
  readonly isChecked: boolean;
  readonly onChange: () => void;
  readonly label: string;
}

/** The browser's own: a list draws some of them in each frame that it is scrolled. */
export function RowCheckbox({ isChecked, onChange, label }: RowCheckboxProps) {
  return (
    <input
      type="checkbox"
      className={classes.checkbox}
      tabIndex={-1}
      checked={isChecked}
      onChange={onChange}
      aria-label={label}
      title={label}
    />
  );
}
