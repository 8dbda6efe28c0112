import { createRequire } from 'node:module';

/** npm `radius`, an independent codec, as far as the tests use it. */
interface NpmRadius {
  encode(request: NpmPacket & { secret: string; identifier?: number; add_message_authenticator?: boolean }): Buffer;
  decode(packet: { packet: Buffer; secret: string; no_secret?: boolean }): NpmDecoded;
  encode_response(response: { packet: NpmDecoded; code: string; secret: string; attributes: NpmAttribute[] }): Buffer;
  verify_response(exchange: { request: Buffer; response: Buffer; secret: string }): boolean;
  attr_id_to_name(id: number): string | undefined;
}

export type NpmAttribute = [string | number, unknown] | [string | number, unknown, unknown];

interface NpmPacket {
  code: string;
  attributes: NpmAttribute[];
}

export interface NpmDecoded {
  code: string;
  identifier: number;
  attributes: Record<string, unknown>;
  raw_attributes: [number, Buffer][];
}

export const npmRadius: NpmRadius = createRequire(import.meta.url)('radius');
