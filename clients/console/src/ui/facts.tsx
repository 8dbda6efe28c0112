import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Names and their values. Absent values are left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
        .map(([name, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name, and none moves
          <div key={at} className={classes.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
