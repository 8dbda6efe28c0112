import { describe, expect, it } from 'vitest';
import { pixelsOf } from '../../../src/areas/tenancy/isps/logo/alpha-png.ts';
import { checkedPng } from '../../../src/areas/tenancy/isps/logo/png.ts';
import { printedLogo } from '../../../src/areas/tenancy/isps/logo/printed.ts';
import { printable, printablePicture } from '../../../src/areas/tenancy/isps/logo/scale.ts';
import { pictureOf } from '../../../src/areas/tenancy/isps/logo/set.ts';
import { alphaPng, paletted, png } from '../../fixtures/png.ts';

const sizeOf = (content: Buffer) => [content.readUInt32BE(16), content.readUInt32BE(20)];

/** A PNG that is taken, though its sides may be too short for a logo. */
const readable = (content: Buffer) => checkedPng(content)?.content;

/** Half red, half transparent green. */
const halves = (width: number, height: number) =>
  Array.from({ length: width * height }, (_, at) => (at % width < width / 2 ? [200, 0, 0, 255] : [0, 255, 0, 0]));

describe('a logo with opacity', () => {
  it.each([
    [1_000, 1_000, [184, 184]],
    [1_000, 100, [667, 67]],
    [16, 1_000, [3, 184]],
    [667, 184, [667, 184]],
    [40, 20, [40, 20]],
  ])('of %d × %d pixels is stored as it is printed', (width, height, size) => {
    const picture = printablePicture(pictureOf(png(width, height)));
    expect([picture.width, picture.height]).toEqual(size);
    expect(sizeOf(picture.content)).toEqual(size);
    // What was made of it is a whole PNG again, and is not made smaller once more.
    expect(readable(picture.content)).toEqual(picture.content);
    expect(printable(picture.content)).toBe(picture.content);
  });

  it('keeps its colours, and takes none from what is transparent', () => {
    const { width, octets } = pixelsOf(printable(alphaPng(400, 400, halves(400, 400))));
    const at = (x: number, y: number) => [...octets.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
    expect(at(10, 10)).toEqual([200, 0, 0, 255]);
    expect(at(170, 100)).toEqual([0, 0, 0, 0]);
    for (let x = 0; x < width; x++)
      expect([
        [200, 0, 0],
        [0, 0, 0],
      ]).toContainEqual(at(x, 50).slice(0, 3));
  });

  it.each([0, 1, 2, 3, 4])('is read with filter %d', (filter) => {
    const pixels = Array.from({ length: 20 * 8 }, (_, at) => [at, 255 - at, (at * 7) % 256, (at * 13) % 256]);
    expect([...pixelsOf(alphaPng(20, 8, pixels, filter)).octets]).toEqual(pixels.flat());
  });

  it('of a palette has the opacity of its colours', () => {
    const content = pictureOf(
      paletted(
        1_000,
        500,
        [
          [10, 20, 30],
          [40, 50, 60],
        ],
        [128],
      ),
    ).content;
    const { octets } = pixelsOf(printable(content));
    expect([...octets.subarray(0, 4)]).toEqual([10, 20, 30, 128]);
    expect([...octets.subarray(-4)]).toEqual([40, 50, 60, 255]);
  });

  it('becomes no larger in octets', () => {
    let seed = 1;
    const noise = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return (seed >> 16) & 0xff;
    };
    // Every pixel of a mean differs, where the picture itself repeats.
    const rows = Array.from({ length: 8 }, () => Array.from({ length: 400 }, () => [noise(), noise(), noise(), 255]));
    const content = alphaPng(400, 400, Array.from({ length: 400 }, (_, y) => rows[(y * y) % 8] ?? []).flat(), 0);
    expect(printable(content).length).toBeLessThanOrEqual(content.length);
  });

  it('that is stored already is printed smaller, and as the same octets each time', () => {
    const stored = png(1_000, 1_000);
    const printed = printedLogo(stored);
    expect(sizeOf(printed)).toEqual([184, 184]);
    expect(printedLogo(Buffer.from(stored))).toBe(printed);
    for (let width = 700; width < 900; width++) printedLogo(png(width, 2));
    expect(printedLogo(stored)).not.toBe(printed);
    expect(printedLogo(stored)).toEqual(printed);
  });
});

it('a picture without opacity goes into documents as it is', () => {
  const opaque = paletted(
    1_000,
    500,
    [
      [10, 20, 30],
      [40, 50, 60],
    ],
    [],
  );
  expect(printable(opaque)).toBe(opaque);
  expect(printedLogo(opaque)).toBe(opaque);
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');
  expect(printedLogo(jpeg)).toBe(jpeg);
});
