import type { Readable } from 'node:stream';
import { z } from 'zod';

export interface DownloadOptions {
  /** What a browser should save it as. */
  readonly filename: string;
  readonly mediaType: string;
}

/** A result that is a file (contract 4.12): REST sends its bytes in place of the envelope. */
export class Download {
  readonly content: Readable;
  readonly filename: string;
  readonly mediaType: string;

  /** `content` may still fail until its first byte: the caller then gets a fault instead of half a file. */
  constructor(content: Readable, { filename, mediaType }: DownloadOptions) {
    this.content = content;
    this.filename = filename;
    this.mediaType = mediaType;
  }

  /** The tRPC door carries JSON only: there the call is made, and its file let go. */
  toJSON(): DownloadOptions {
    this.content.destroy();
    return { filename: this.filename, mediaType: this.mediaType };
  }
}

const downloads = new WeakSet<z.core.$ZodType>();

/** Output schema of a procedure that returns a `Download`. */
export function download() {
  const schema = z.instanceof(Download);
  downloads.add(schema);
  return schema;
}

export const isDownload = (schema: z.core.$ZodType | undefined): boolean =>
  schema !== undefined && downloads.has(schema);
