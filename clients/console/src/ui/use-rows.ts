import { useElementSize } from '@mantine/hooks';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  areDrawnAlike,
  drawn,
  type Extent,
  heightOf,
  moved,
  offsetOf,
  type Place,
  placeAt,
  resized,
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

interface Rows {
  readonly count: number;
  readonly rowHeight: number;
  /** The height of what sticks above the rows. */
  readonly head: number;
  /** The first pixel to be seen, once the list is there. */
  readonly from: number | undefined;
}

/** Calls `begin` once, before the first drawing that can. */
function useBeginning(isPossible: boolean, begin: () => void): void {
  const hasBegun = useRef(false);
  useLayoutEffect(() => {
    if (!isPossible || hasBegun.current) return;
    hasBegun.current = true;
    begin();
  });
}

/** Calls `keep` with the height that rows had, before they are drawn with another. */
function useOtherHeight(rowHeight: number, keep: (before: number) => void): void {
  const drawn = useRef(rowHeight);
  useLayoutEffect(() => {
    const before = drawn.current;
    drawn.current = rowHeight;
    if (before !== rowHeight) keep(before);
  });
}

/** Scrolls a list of any length in an element of a few million pixels. */
export function useRows({ count, rowHeight, head, from = 0 }: Rows) {
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
  useOtherHeight(rowHeight, (before) => go(resized(extent, latest.current, before)));
  useBeginning(extent.view > 0 && from > 0, () => go(placeAt(extent, from)));
  const top = useCallback(() => latest.current.top, [latest]);

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
    top,
    height: heightOf(extent),
    ...drawn(extent, place),
    offset: (index: number) => offsetOf(extent, place, index),
    focus: () => element.current?.focus({ preventScroll: true }),
    reveal: (index: number) => go(revealed(extentNow.current, latest.current, index)),
    screenful: Math.max(1, Math.floor(extent.view / rowHeight)),
  };
}
