import { resolve } from 'node:path';
import { z } from 'zod';
import { type TlsFiles, tlsFiles } from './tls-files.ts';

export const eapVariables = {
  EAP_CERT: z.string().optional(),
  EAP_KEY: z.string().optional(),
  EAP_CA: z.string().optional(),
  EAP_CRL: z.string().optional(),
  EAP_CA_FOLDER: z.string().optional(),
};

interface Values {
  readonly EAP_CERT?: string | undefined;
  readonly EAP_KEY?: string | undefined;
  readonly EAP_CA?: string | undefined;
  readonly EAP_CRL?: string | undefined;
  readonly EAP_CA_FOLDER?: string | undefined;
}

/** Which variable needs which other, one sentence each. */
export function eapFaults({ EAP_CERT, EAP_KEY, EAP_CA, EAP_CRL, EAP_CA_FOLDER }: Values): string[] {
  const faults: string[] = [];
  if (EAP_CERT === undefined && (EAP_KEY ?? EAP_CA ?? EAP_CRL ?? EAP_CA_FOLDER) !== undefined)
    faults.push('EAP_CERT must be set for EAP-TLS, EAP-TTLS and PEAP.');
  if (EAP_CERT !== undefined && EAP_KEY === undefined) faults.push('EAP_KEY must be set with EAP_CERT.');
  if (EAP_CRL !== undefined && EAP_CA === undefined) faults.push('EAP_CA must be set with EAP_CRL.');
  return faults;
}

export interface EapFiles extends TlsFiles {
  /** Absolute path of a folder with the authorities of single ISPs. */
  readonly caFolder: string | undefined;
}

/**
 * The certificate shown to devices; without `ca` and `caFolder` there is no EAP-TLS. Undefined: no method with TLS at all.
 */
export function eapFiles(values: Values): EapFiles | undefined {
  const { EAP_CERT: cert, EAP_KEY: key, EAP_CA: ca, EAP_CRL: crl, EAP_CA_FOLDER: folder } = values;
  if (cert === undefined || key === undefined) return undefined;
  return Object.freeze({
    ...tlsFiles({ cert, key, ca, crl }),
    caFolder: folder === undefined ? undefined : resolve(folder),
  });
}
