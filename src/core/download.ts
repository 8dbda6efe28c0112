import { Readable } from 'node:stream';
import { z } from 'zod';
import { shown } from './wire/index.ts';

export interface DownloadOptions {
  /** What a browser should save it as. */
  readonly filename: string;
  readonly mediaType: string;
  /** In bytes, where it is known beforehand. */
  readonly size?: number;
}

/** A result that is a file (contract 4.12): REST sends its bytes in place of the envelope. */
export class Download {
  readonly content: Readable;
  readonly filename: string;
  readonly mediaType: string;
  readonly size: number | undefined;

  /** `content` may still fail until its first byte: the caller then gets a fault instead of half a file. */
  constructor(content: Readable, { filename, mediaType, size }: DownloadOptions) {
    this.content = content;
    this.filename = filename;
    this.mediaType = mediaType;
    this.size = size;
  }
}

/** What the documented API sends where a result is a file. */
interface FileForm {
  readonly mediaType: string;
  /** Made from the native value of the procedure. */
  of(value: unknown): Download;
  /** Of any size: no other door than REST carries it. */
  readonly streamed: boolean;
}

const forms = new WeakMap<z.core.$ZodType, FileForm>();

/** Output schema of a procedure that returns a `Download`, which may be of any size. */
export function download(mediaType: string) {
  const schema = z.instanceof(Download);
  forms.set(schema, { mediaType, of: (value) => value as Download, streamed: true });
  return schema;
}

/** A file that fits into memory: a value like others at the tRPC door. */
export interface Document {
  readonly filename: string;
  readonly media_type: string;
  readonly content: Uint8Array;
}

/** Output schema of a procedure that returns a `Document`. */
export function document(mediaType: string) {
  // By inference it would be Uint8Array<ArrayBuffer>, which not every version of TypeScript knows.
  const content = z.instanceof(Uint8Array) as z.ZodType<Uint8Array>;
  const schema = z.object({ filename: shown(), media_type: shown(), content });
  const of = (value: unknown) => {
    const { filename, media_type, content } = value as Document;
    return new Download(Readable.from([content]), { filename, mediaType: media_type, size: content.length });
  };
  forms.set(schema, { mediaType, of, streamed: false });
  return schema;
}

/** How the documented API sends the result of a schema, where it is a file. */
export const fileOf = (schema: z.core.$ZodType | undefined): FileForm | undefined =>
  schema === undefined ? undefined : forms.get(schema);

/** A file that only REST carries. */
export const isStreamed = (schema: z.core.$ZodType | undefined): boolean => fileOf(schema)?.streamed === true;
