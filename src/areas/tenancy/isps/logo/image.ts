import { checkedJpeg } from './jpeg.ts';
import { type Picture, WrongPicture } from './picture.ts';
import { checkedPng } from './png.ts';

/** With it the first load of `/my` stays below 100 kB. */
export const MAX_LOGO_BYTES = 50_000;
const SIDE = { min: 16, max: 1_000 };

/**
 * Reads a picture by its bytes, whatever it was called. It is written anew from the parts that show it, so comments, places
 * where it was taken, and other files that hide in it are left out. SVG is refused: it can hold scripts.
 * @throws WrongPicture
 */
export function pictureOf(bytes: Buffer): Picture {
  if (bytes.length > MAX_LOGO_BYTES)
    throw new WrongPicture(`must have at most ${MAX_LOGO_BYTES} bytes; this has ${bytes.length}`);
  const picture = checkedPng(bytes) ?? checkedJpeg(bytes);
  if (!picture) throw new WrongPicture('must be a PNG or JPEG picture');
  const { width, height } = picture;
  if (Math.min(width, height) < SIDE.min || Math.max(width, height) > SIDE.max)
    throw new WrongPicture(`must be ${SIDE.min} to ${SIDE.max} pixels wide and high; this is ${width} × ${height}`);
  return picture;
}
