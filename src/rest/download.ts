import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Download } from '../core/download.ts';

/**
 * A file in place of the envelope (contract 4.12). Nothing is sent before its first byte is there: until then a failure
 * is an envelope. After it, a broken connection is the only way to say that the file is not whole.
 */
export async function sendDownload(
  response: ServerResponse,
  { content, filename, mediaType, size }: Download,
): Promise<void> {
  if (content.errored) throw content.errored;
  if (content.readableLength === 0 && !content.readableEnded) await once(content, 'readable');
  response.writeHead(200, {
    'Content-Type': mediaType,
    'Content-Disposition': `attachment; filename="${filename.replace(/[^\w.-]/g, '_')}"`,
    ...(size === undefined ? {} : { 'Content-Length': size }),
    'Cache-Control': 'no-store',
  });
  await pipeline(content, response).catch((error: NodeJS.ErrnoException) => {
    // The caller went away; that is its own affair.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
