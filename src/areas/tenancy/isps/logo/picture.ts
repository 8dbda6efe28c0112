/** A picture that any program may be given: whole, of one known format, and without what a picture does not need. */
export interface Picture {
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  readonly content: Buffer;
}

/** What is wrong with a picture, as it follows the name of its parameter. */
export class WrongPicture extends Error {}

/** What each format refuses that is not whole. */
export const broken = (format: 'PNG' | 'JPEG'): WrongPicture =>
  new WrongPicture(`is not a complete ${format} picture, or has an unusual format; save it again as a plain ${format}`);
