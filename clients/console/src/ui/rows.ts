/** The pixels of a list that is longer than a browser can lay out, as plain numbers. */

/** Browsers cut elements that are longer: Firefox at 17.8 million pixels, Chromium at 33.5. */
const MAX_HEIGHT = 8_000_000;

export interface Extent {
  /** Rows of the whole list. */
  readonly count: number;
  /** In pixels, as `view`, the height of what is seen. */
  readonly rowHeight: number;
  readonly view: number;
}

export interface Place {
  /** Where the scroll bar is. */
  readonly physical: number;
  /** The first pixel seen, were the list laid out in full. */
  readonly top: number;
}

export const START: Place = { physical: 0, top: 0 };

export const heightOf = (extent: Extent): number => Math.min(lengthOf(extent), MAX_HEIGHT);

/** The scroll bar moved: a step shorter than a screen moves by pixels, a longer one by its share of the whole. */
export function moved(extent: Extent, from: Place, to: number): Place {
  const { physical: maxPhysical, top: maxTop } = endOf(extent);
  const physical = within(to, maxPhysical);
  if (maxPhysical === maxTop) return { physical, top: physical };
  if (physical === 0) return START;
  if (physical >= maxPhysical - 1) return { physical, top: maxTop };
  const step = physical - from.physical;
  const top = Math.abs(step) < extent.view ? from.top + step : (physical / maxPhysical) * maxTop;
  return { physical, top: within(top, maxTop) };
}

/** Where the scroll bar belongs once the hand rests: steps by pixels have led it astray. */
export function rested(extent: Extent, place: Place): Place {
  const { physical, top } = endOf(extent);
  return top === 0 ? START : { physical: Math.round((place.top / top) * physical), top: place.top };
}

/** Where pixel `top` of the whole list is the first that is seen, or as near as there is. */
export const placeAt = (extent: Extent, top: number): Place =>
  rested(extent, { physical: 0, top: within(top, endOf(extent).top) });

/** The same first row, where rows of the height `before` have become higher or lower. */
export const resized = (extent: Extent, { top }: Place, before: number): Place =>
  placeAt(extent, (top / before) * extent.rowHeight);

/** The nearest place at which row `index` is seen in full. */
export function revealed(extent: Extent, place: Place, index: number): Place {
  const first = index * extent.rowHeight;
  const top = Math.min(first, Math.max(place.top, first + extent.rowHeight - extent.view));
  if (top === place.top) return place;
  return rested(extent, { physical: place.physical, top: within(top, endOf(extent).top) });
}

/** The rows to draw, `last` excluded: those in sight and a few around them. */
export function drawn(extent: Extent, { top }: Place, around = 6): { first: number; last: number } {
  const first = Math.max(0, Math.floor(top / extent.rowHeight) - around);
  const last = Math.min(extent.count, Math.ceil((top + extent.view) / extent.rowHeight) + around);
  return { first, last };
}

/** Whether both places show the same rows, drawn where they are. */
export function areDrawnAlike(extent: Extent, one: Place, other: Place): boolean {
  const before = drawn(extent, one);
  const after = drawn(extent, other);
  const stay = one.physical - one.top === other.physical - other.top;
  return stay && before.first === after.first && before.last === after.last;
}

/** Where to draw a row inside the element. */
export const offsetOf = (extent: Extent, { physical, top }: Place, index: number): number =>
  index * extent.rowHeight - top + physical;

const lengthOf = ({ count, rowHeight }: Extent) => count * rowHeight;
const within = (value: number, max: number) => Math.min(Math.max(0, value), max);
const endOf = (extent: Extent): Place => ({
  physical: Math.max(0, heightOf(extent) - extent.view),
  top: Math.max(0, lengthOf(extent) - extent.view),
});
