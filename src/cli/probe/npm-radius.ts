import { createRequire } from 'node:module';

/** An attribute by name with its value, or by number with its octets. */
export type Attribute = readonly [string, string | number] | readonly [number, Buffer];

export interface Decoded {
  readonly code: string;
  readonly identifier: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly raw_attributes: readonly (readonly [number, Buffer])[];
}

/** The functions used by the probe. All throw on invalid input. */
interface NpmRadius {
  encode(packet: {
    code: string;
    secret: string;
    attributes: Attribute[];
    add_message_authenticator?: boolean;
  }): Buffer;
  decode(packet: { packet: Buffer; secret: string }): Decoded;
  /** Verifies the Response Authenticator and, if the request has one, the Message-Authenticator, which is then required. */
  verify_response(exchange: { request: Buffer; response: Buffer; secret: string }): boolean;
}

/** The npm package `radius`, which has no types: a codec independent of ours, so that it does not share our errors. */
export const npmRadius: NpmRadius = createRequire(import.meta.url)('radius');
