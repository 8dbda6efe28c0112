import type { IncomingMessage } from 'node:http';
import type { Upload } from '../core/content/upload.ts';
import { Fault } from '../core/fault.ts';
import { MAX_DISCARDED_BYTES, refuseCompressed } from './body.ts';

/** Bodies of parameters; everything else is a file. */
const PARAMETERS = /^\s*(?:application\/x-www-form-urlencoded|application\/json|multipart\/form-data)\s*(?:;|$)/i;
/** The first bytes by which a file is recognised. */
const START = 16;

/** The file that a request has as its body; undefined if its body has parameters, or if it has none. */
export function uploadIn(request: IncomingMessage): Upload | undefined {
  const { headers } = request;
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (isEmpty || headers['content-type'] === undefined || PARAMETERS.test(headers['content-type'])) return undefined;
  return {
    read: (most, check) => read(request, most, check),
    discard: () => discard(request),
  };
}

async function read(request: IncomingMessage, most: number, check: (start: Buffer) => void): Promise<Buffer> {
  refuseCompressed(request);
  const tooLarge = new Fault('tooLarge', `a file can have at most ${most} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge;
  const chunks: Buffer[] = [];
  let [size, isChecked] = [0, false];
  try {
    // The answer still has to reach a client whose file is refused.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) throw tooLarge;
      chunks.push(chunk);
      if (isChecked || size < START) continue;
      check(Buffer.concat(chunks).subarray(0, START));
      isChecked = true;
    }
  } catch (cause) {
    throw cause instanceof Fault ? cause : new Fault('badInput', 'the file was cut off', { cause });
  }
  // A client that hangs up ends the stream of a body without a length too.
  if (!request.complete) throw new Fault('badInput', 'the file was cut off');
  const whole = Buffer.concat(chunks, size);
  if (!isChecked) check(whole);
  return whole;
}

async function discard(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  let left = MAX_DISCARDED_BYTES;
  await new Promise<void>((resolve) => {
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) resolve(void request.pause());
    });
    for (const event of ['end', 'error', 'close']) request.once(event, () => resolve());
    request.resume();
  });
}
