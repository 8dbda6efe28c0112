import type { ReactNode } from 'react';
import classes from './texts.module.css';

interface Props {
  readonly children: ReactNode;
}

export const Strong = ({ children }: Props) => <span className={classes.strong}>{children}</span>;
export const Dim = ({ children }: Props) => <span className={classes.dim}>{children}</span>;
/** What wants attention: an amount due, a day gone by. */
export const Warn = ({ children }: Props) => <span className={classes.warn}>{children}</span>;
/** Addresses and codes, character by character. */
export const Mono = ({ children }: Props) => (
  <span className={classes.mono} translate="no">
    {children}
  </span>
);
/** A sentence of the node, which is English whatever the language of the console. */
export const Sentence = ({ children }: Props) => <span lang="en">{children}</span>;
/** A text of several lines, or a long one in a table. */
export const Lines = ({ children }: Props) => <div className={classes.lines}>{children}</div>;
