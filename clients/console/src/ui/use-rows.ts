import { useElementSize } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { drawn, type Extent, heightOf, moved, offsetOf, type Place, rested, revealed, START } from './rows.ts';

/** How long after its last movement the scroll bar is put right. */
const REST_MS = 180;

/** Scrolls a list of any length in an element of a few million pixels. `head`: the height of what sticks above the rows. */
export function useRows({ count, rowHeight, head }: { count: number; rowHeight: number; head: number }) {
  const { ref: sizeRef, width, height } = useElementSize<HTMLDivElement>();
  const element = useRef<HTMLDivElement | null>(null);
  const [place, setPlace] = useState<Place>(START);
  const latest = useRef(place);
  latest.current = place;
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const extent: Extent = { count, rowHeight, view: Math.max(0, height - head) };
  const extentNow = useRef(extent);
  extentNow.current = extent;

  const go = useCallback((next: Place) => {
    latest.current = next;
    setPlace(next);
    if (element.current && Math.abs(element.current.scrollTop - next.physical) >= 1) {
      element.current.scrollTop = next.physical;
    }
  }, []);

  const onScroll = useCallback(() => {
    if (!element.current) return;
    const next = moved(extentNow.current, latest.current, element.current.scrollTop);
    latest.current = next;
    setPlace(next);
    clearTimeout(resting.current);
    resting.current = setTimeout(() => go(rested(extentNow.current, latest.current)), REST_MS);
  }, [go]);

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
