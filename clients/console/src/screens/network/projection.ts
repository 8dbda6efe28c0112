import { isTroubled, type Node } from './groups.ts';

/** A NAS on the plan, in units of the drawing. */
export interface Placed {
  readonly nas: Node;
  readonly x: number;
  readonly y: number;
  /** Its name goes to the left, where the drawing ends on the right. */
  readonly isLeft: boolean;
  /** There is room for its name. */
  readonly isNamed: boolean;
}

export interface Plan {
  readonly placed: readonly Placed[];
  readonly height: number;
  /** A round distance and its length in the drawing. */
  readonly scale: { readonly metres: number; readonly length: number };
}

const EARTH_M = 6_371_000;
/** One NAS, or several in one building, still have a neighbourhood. */
const MIN_SPAN_M = 500;
const MARGIN = 36;
const MIN_HEIGHT = 180;
const MAX_HEIGHT = 420;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** East and north of the Greenwich equator in metres, true to shape near `latitude`: a network is small on the globe. */
const metresOf = (nas: Node, latitude: number) => ({
  nas,
  east: EARTH_M * radians(Number(nas.longitude)) * Math.cos(radians(latitude)),
  north: EARTH_M * radians(Number(nas.latitude)),
});

/** Where the NASes with coordinates are on a drawing of this width, north up. Undefined: none has any. */
export function planOf(nases: readonly Node[], width: number): Plan | undefined {
  const known = nases.filter(({ latitude, longitude }) => latitude !== null && longitude !== null);
  if (known.length === 0 || width <= 2 * MARGIN) return undefined;
  const middle = known.reduce((sum, { latitude }) => sum + Number(latitude), 0) / known.length;
  const points = known.map((nas) => metresOf(nas, middle));
  const [west, east] = rangeOf(points.map((point) => point.east));
  const [south, north] = rangeOf(points.map((point) => point.north));
  const inner = width - 2 * MARGIN;
  const perMetre = Math.min(
    inner / Math.max(MIN_SPAN_M, east - west),
    (MAX_HEIGHT - 2 * MARGIN) / Math.max(MIN_SPAN_M, north - south),
  );
  const height = Math.max(MIN_HEIGHT, (north - south) * perMetre + 2 * MARGIN);
  const marks = points.map(({ nas, ...point }) => {
    const x = width / 2 + (point.east - (west + east) / 2) * perMetre;
    const y = height / 2 - (point.north - (south + north) / 2) * perMetre;
    return { nas, x, y, isLeft: x > width * 0.7 };
  });
  return {
    placed: named(marks),
    height,
    scale: scaleOf(perMetre, width / 5),
  };
}

function rangeOf(values: readonly number[]): [number, number] {
  return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
}

const LETTER = 7;
const LINE = 14;

/** The names of those that need attention find their room first; what would be written over another is left out. */
function named(marks: readonly Omit<Placed, 'isNamed'>[]): Placed[] {
  const taken: { readonly from: number; readonly upto: number; readonly y: number }[] = [];
  const placed = marks
    .toSorted((a, b) => Number(isTroubled(b.nas)) - Number(isTroubled(a.nas)))
    .map((mark): Placed => {
      const length = 13 + mark.nas.name.length * LETTER;
      const [from, upto] = mark.isLeft ? [mark.x - length, mark.x] : [mark.x, mark.x + length];
      const isNamed = !taken.some(
        (other) => Math.abs(other.y - mark.y) < LINE && other.from < upto && from < other.upto,
      );
      if (isNamed) taken.push({ from, upto, y: mark.y });
      return { ...mark, isNamed };
    });
  // Those are drawn over the others.
  return placed.reverse();
}

/** The roundest distance that is no longer than `length`: 1, 2 or 5 times a power of ten. */
function scaleOf(perMetre: number, length: number): Plan['scale'] {
  const most = length / perMetre;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = ([5, 2].find((times) => times * power <= most) ?? 1) * power;
  return { metres, length: metres * perMetre };
}
