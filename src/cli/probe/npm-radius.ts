import { createRequire } from 'node:module';

/** A name with its value, or the number of an attribute with its octets. */
export type Attribute = readonly [string, string | number] | readonly [number, Buffer];

export interface Decoded {
  readonly code: string;
  readonly identifier: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly raw_attributes: readonly (readonly [number, Buffer])[];
}

/** What the probe uses of it; all of these throw for what they cannot read. */
interface NpmRadius {
  encode(packet: {
    code: string;
    secret: string;
    attributes: Attribute[];
    add_message_authenticator?: boolean;
  }): Buffer;
  decode(packet: { packet: Buffer; secret: string }): Decoded;
  /** The Response Authenticator, and the Message-Authenticator where the request has one: then the answer must too. */
  verify_response(exchange: { request: Buffer; response: Buffer; secret: string }): boolean;
}

/** The npm package `radius`, which has no types: a codec that knows nothing of ours, so that no error of ours is in both. */
export const npmRadius: NpmRadius = createRequire(import.meta.url)('radius');
