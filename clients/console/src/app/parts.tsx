import { Link, useLocation } from '@tanstack/react-router';
import type { Me } from '../api/queries.ts';
import { useCurrentInSight } from '../ui/use-current-in-sight.ts';
import { words } from '../words/words.ts';
import { partsAt } from './navigation.ts';
import classes from './shell.module.css';

/** The screens beside the one that is open, below its title. */
export function Parts({ who }: { who: Me }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const parts = partsAt(path, who);
  const row = useCurrentInSight<HTMLElement>(path);
  const [first] = parts;
  if (!first || parts.length < 2) return null;
  return (
    <nav ref={row} className={classes.parts} aria-label={words.shell.screens[first.name]}>
      {parts.map(({ to, name }) => (
        <Link key={to} to={to} className={classes.part} activeOptions={{ exact: true, includeSearch: false }}>
          {words.shell.screens[name]}
        </Link>
      ))}
    </nav>
  );
}
