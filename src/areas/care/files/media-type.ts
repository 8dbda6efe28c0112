import { badParameter } from '../../../core/fault.ts';

export const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** With which a file is saved, whatever the uploader called it: so no system takes it for anything else. */
export const EXTENSIONS: Readonly<Record<MediaType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * What a file is, by its first 12 bytes. What the client says of it, and its name, count for nothing.
 * @throws Fault of kind `badInput` for any other
 */
export function mediaTypeOf(start: Buffer): MediaType {
  const text = start.toString('latin1', 0, 12);
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'image/webp';
  if (text.startsWith('%PDF-')) return 'application/pdf';
  throw badParameter('file', 'must be a JPEG, PNG or WebP picture, or a PDF');
}
