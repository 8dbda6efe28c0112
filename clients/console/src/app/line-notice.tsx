import { Button } from '@mantine/core';
import { type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { line as toNode } from '../api/line.ts';
import { me } from '../api/queries.ts';
import type { Line } from '../api/reachability.ts';
import { Icon } from '../ui/icons.tsx';
import { instant, timeOfDay } from '../ui/instant.ts';
import { useLine } from '../ui/use-line.ts';
import { words } from '../words/words.ts';
import classes from './shell.module.css';

/** From here on a time of day may be that of the day before. */
const HALF_A_DAY_MS = 12 * 3_600_000;

/** While the node cannot be reached: says so, and as of when the screen is. */
export function LineNotice() {
  const line = useLine();
  return (
    // Always there: what appears together with its text is not read aloud.
    <div className={classes.line} role="status">
      {line !== 'up' && <Lost line={line} />}
    </div>
  );
}

function Lost({ line }: { line: Exclude<Line, 'up'> }) {
  const cache = useQueryClient().getQueryCache();
  const at = useSyncExternalStore(cache.subscribe, () => oldestShown(cache));
  return (
    <div className={classes.lost}>
      <Icon name="alert" size={16} />
      <span>{at === 0 ? words.line[line] : words.line[`${line}AsOf`](timeText(at))}</span>
      <Button variant="default" size="compact-sm" onClick={() => void toNode.doubt()}>
        {words.line.tryNow}
      </Button>
    </div>
  );
}

/** When the oldest answer on the screen arrived, in milliseconds; 0: there is none. */
function oldestShown(cache: QueryCache): number {
  const times = cache
    .findAll({ type: 'active' })
    .filter(({ queryKey, state }) => state.data !== undefined && queryKey[0] !== me.queryKey[0])
    .map(({ state }) => state.dataUpdatedAt);
  return times.length === 0 ? 0 : Math.min(...times);
}

const timeText = (at: number): string => (Date.now() - at < HALF_A_DAY_MS ? timeOfDay : instant)(new Date(at));
