import { Readable } from 'node:stream';
import { z } from 'zod';
import { shown } from '../wire/index.ts';

export interface DownloadOptions {
  /** Suggested to a browser that saves it. */
  readonly filename: string;
  readonly mediaType: string;
  /** In bytes, if known in advance. */
  readonly size?: number;
  /** It is made while it is read: proxies must pass on each part as it comes. */
  readonly live?: boolean;
}

/** A result that is a file (contract 4.12): REST sends its bytes instead of an envelope. */
export class Download {
  readonly content: Readable;
  readonly filename: string;
  readonly mediaType: string;
  readonly size: number | undefined;
  readonly live: boolean;

  /** If `content` fails before its first byte, the caller gets a fault instead of a truncated file. */
  constructor(content: Readable, { filename, mediaType, size, live = false }: DownloadOptions) {
    this.content = content;
    this.filename = filename;
    this.mediaType = mediaType;
    this.size = size;
    this.live = live;
  }
}

/** How the documented API sends a result that is a file. */
interface FileForm {
  readonly mediaType: string;
  /** Converts the procedure's native result. */
  of(value: unknown): Download;
  /** Of any size, so only REST serves it. */
  readonly streamed: boolean;
}

const forms = new WeakMap<z.core.$ZodType, FileForm>();

/** Output schema of a procedure that returns a `Download`. */
export function download(mediaType: string) {
  const schema = z.instanceof(Download);
  forms.set(schema, { mediaType, of: (value) => value as Download, streamed: true });
  return schema;
}

/** A file that fits into memory: an ordinary value over tRPC. */
export interface Document {
  readonly filename: string;
  readonly media_type: string;
  readonly content: Uint8Array;
}

/** Output schema of a procedure that returns a `Document`. */
export function document(mediaType: string) {
  // The inferred type would be Uint8Array<ArrayBuffer>, which older versions of TypeScript do not know.
  const content = z.instanceof(Uint8Array) as z.ZodType<Uint8Array>;
  const schema = z.object({ filename: shown(), media_type: shown(), content });
  const of = (value: unknown) => {
    const { filename, media_type, content } = value as Document;
    return new Download(Readable.from([content]), { filename, mediaType: media_type, size: content.length });
  };
  forms.set(schema, { mediaType, of, streamed: false });
  return schema;
}

/** How the documented API sends results of this schema, if they are files. */
export const fileOf = (schema: z.core.$ZodType | undefined): FileForm | undefined =>
  schema === undefined ? undefined : forms.get(schema);

/** Is the result a file that only REST serves? */
export const isStreamed = (schema: z.core.$ZodType | undefined): boolean => fileOf(schema)?.streamed === true;
