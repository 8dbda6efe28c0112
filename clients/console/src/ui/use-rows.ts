import { useElementSize } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  areDrawnAlike,
  drawn,
  type Extent,
  heightOf,
  moved,
  offsetOf,
  type Place,
  rested,
  revealed,
  START,
} from './rows.ts';

/** How long after its last movement the scroll bar is put right. */
const REST_MS = 180;

/** Where a list is. It is drawn again only where that shows other rows, or the same ones elsewhere. */
function usePlace(extent: Extent) {
  const extentNow = useRef(extent);
  extentNow.current = extent;
  /** As of the last drawing; it may have moved by less than a row since. */
  const [place, setPlace] = useState<Place>(START);
  const latest = useRef(place);
  const draw = useCallback((next: Place) => {
    latest.current = next;
    setPlace((before) => (areDrawnAlike(extentNow.current, before, next) ? before : next));
  }, []);
  return { place, latest, extentNow, draw };
}

/** Scrolls a list of any length in an element of a few million pixels. `head`: the height of what sticks above the rows. */
export function useRows({ count, rowHeight, head }: { count: number; rowHeight: number; head: number }) {
  const { ref: sizeRef, width, height } = useElementSize<HTMLDivElement>();
  const element = useRef<HTMLDivElement | null>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const extent: Extent = { count, rowHeight, view: Math.max(0, height - head) };
  const { place, latest, extentNow, draw } = usePlace(extent);

  const go = useCallback(
    (next: Place) => {
      draw(next);
      if (element.current && Math.abs(element.current.scrollTop - next.physical) >= 1) {
        element.current.scrollTop = next.physical;
      }
    },
    [draw],
  );

  const onScroll = useCallback(() => {
    if (!element.current) return;
    draw(moved(extentNow.current, latest.current, element.current.scrollTop));
    clearTimeout(resting.current);
    resting.current = setTimeout(() => go(rested(extentNow.current, latest.current)), REST_MS);
  }, [draw, go, latest, extentNow]);

  useEffect(() => () => clearTimeout(resting.current), []);

  const ref = useCallback(
    (node: HTMLDivElement | null) => {
      element.current = node;
      sizeRef(node);
    },
    [sizeRef],
  );

  return {
    ref,
    width,
    onScroll,
    height: heightOf(extent),
    ...drawn(extent, place),
    offset: (index: number) => offsetOf(extent, place, index),
    reveal: (index: number) => go(revealed(extentNow.current, latest.current, index)),
    screenful: Math.max(1, Math.floor(extent.view / rowHeight)),
  };
}
