import { z } from 'zod';
import { port } from './kinds.ts';
import { type TlsFiles, tlsFiles } from './tls-files.ts';

/** Of RADIUS: 1.0 is that of RFC 6614, 1.1 that of RFC 9765. */
export type RadiusVersion = '1.0' | '1.1';

/** RADIUS over TLS (RFC 6614). */
export interface RadSecSettings {
  readonly port: number;
  readonly maxConnections: number;
  /** What a peer may speak. */
  readonly versions: readonly RadiusVersion[];
  /** Without `ca`, peers are known by fingerprints alone. */
  readonly files: TlsFiles;
}

const connections = 'must be a whole number from 1 to 100000';

export const radSecVariables = {
  RADSEC_CERT: z.string().optional(),
  RADSEC_KEY: z.string().optional(),
  RADSEC_CA: z.string().optional(),
  RADSEC_CRL: z.string().optional(),
  RADSEC_PORT: port(2083),
  RADSEC_MAX_CONNECTIONS: z
    .string()
    .regex(/^([1-9]\d{0,4}|100000)$/, connections)
    .transform(Number)
    .default(2_000),
  RADSEC_VERSIONS: z.enum(['1.0', '1.1', '1.0,1.1'], 'must be 1.0, 1.1 or 1.0,1.1').default('1.0,1.1'),
};

interface Values {
  readonly RADSEC_CERT?: string | undefined;
  readonly RADSEC_KEY?: string | undefined;
  readonly RADSEC_CA?: string | undefined;
  readonly RADSEC_CRL?: string | undefined;
  readonly RADSEC_PORT: number;
  readonly RADSEC_MAX_CONNECTIONS: number;
  readonly RADSEC_VERSIONS: '1.0' | '1.1' | '1.0,1.1';
}

/** Which variable needs which other, one sentence each. */
export function radSecFaults({ RADSEC_CERT, RADSEC_KEY, RADSEC_CA, RADSEC_CRL }: Values): string[] {
  const faults: string[] = [];
  if (RADSEC_CERT === undefined && (RADSEC_KEY ?? RADSEC_CA ?? RADSEC_CRL) !== undefined)
    faults.push('RADSEC_CERT must be set for RadSec.');
  if (RADSEC_CERT !== undefined && RADSEC_KEY === undefined) faults.push('RADSEC_KEY must be set with RADSEC_CERT.');
  if (RADSEC_CRL !== undefined && RADSEC_CA === undefined) faults.push('RADSEC_CA must be set with RADSEC_CRL.');
  return faults;
}

const VERSIONS: Readonly<Record<Values['RADSEC_VERSIONS'], readonly RadiusVersion[]>> = {
  '1.0': ['1.0'],
  '1.1': ['1.1'],
  '1.0,1.1': ['1.0', '1.1'],
};

/** Undefined: there is no RadSec. */
export function radSecSettings(values: Values): RadSecSettings | undefined {
  const { RADSEC_CERT: cert, RADSEC_KEY: key, RADSEC_CA: ca, RADSEC_CRL: crl } = values;
  if (cert === undefined || key === undefined) return undefined;
  return Object.freeze({
    port: values.RADSEC_PORT,
    maxConnections: values.RADSEC_MAX_CONNECTIONS,
    versions: VERSIONS[values.RADSEC_VERSIONS],
    files: tlsFiles({ cert, key, ca, crl }),
  });
}
