import { z } from 'zod';

const key = z.string().regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits (32 bytes)');

export const secretsKeyVariables = { SECRETS_KEY: key.optional(), SECRETS_KEY_PREVIOUS: key.optional() };

interface Values {
  readonly SECRETS_KEY?: string | undefined;
  readonly SECRETS_KEY_PREVIOUS?: string | undefined;
}

export function secretsKeyFaults({ SECRETS_KEY: key, SECRETS_KEY_PREVIOUS: previous }: Values): string[] {
  if (previous === undefined) return [];
  if (key === undefined) return ['SECRETS_KEY must be set with SECRETS_KEY_PREVIOUS, the key that it replaces.'];
  if (key.toLowerCase() !== previous.toLowerCase()) return [];
  return ['SECRETS_KEY_PREVIOUS must differ from SECRETS_KEY, which replaces it.'];
}
