import type { ErrorKind } from '@lastmile/client';
import { CallError } from './call.ts';

/** In pixels: enough to read the lamps of a router, at a tenth of what a telephone's camera makes. */
const LONGEST = 1600;
const QUALITY = 0.8;
/** Over a slow connection. */
const TIMEOUT_MS = 60_000;

const KINDS: Readonly<Record<number, ErrorKind>> = {
  400: 'badInput',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  413: 'badInput',
  429: 'tooMany',
  503: 'unavailable',
};

/**
 * Adds a photo to a ticket of the subscriber. What the camera wrote into it, such as the place, stays here.
 * @throws CallError
 */
export async function sendPhoto(id: number, photo: File): Promise<void> {
  const body = await smaller(photo);
  const response = await fetch(`/my/file/ticket_photo?id=${id}`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', 'x-lastmile': 'portal' },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new CallError('network', String(error));
  });
  if (response.ok) return;
  const { error } = (await response.json().catch(() => ({ error: '' }))) as { error: string };
  throw new CallError(KINDS[response.status] ?? 'internal', error, error.split(':')[0]);
}

/** As a JPEG. @throws CallError for a file that is no picture */
async function smaller(photo: File): Promise<Blob> {
  const bitmap = await createImageBitmap(photo).catch(() => {
    throw new CallError('badInput', 'no picture', 'file');
  });
  const share = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.round(bitmap.width * share), Math.round(bitmap.height * share)];
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!made) throw new CallError('badInput', 'no picture', 'file');
  return made;
}
