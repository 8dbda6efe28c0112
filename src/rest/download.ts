import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Download } from '../core/content/download.ts';

/**
 * Sends a file instead of an envelope (contract 4.12). Nothing is sent before its first byte is available, so that an
 * earlier failure can still become an envelope. After that, closing the connection is the only way to report one.
 */
export async function sendDownload(
  response: ServerResponse,
  { content, filename, mediaType, size, live }: Download,
): Promise<void> {
  if (content.errored) throw content.errored;
  if (content.readableLength === 0 && !content.readableEnded) await once(content, 'readable');
  response.writeHead(200, {
    'Content-Type': mediaType,
    'Content-Disposition': `attachment; filename="${filename.replace(/[^\w.-]/g, '_')}"`,
    ...(size === undefined ? {} : { 'Content-Length': size }),
    'Cache-Control': 'no-store',
    ...(live ? { 'X-Accel-Buffering': 'no' } : {}),
  });
  await pipeline(content, response).catch((error: NodeJS.ErrnoException) => {
    // The client has disconnected.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
