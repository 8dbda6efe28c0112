import { z } from 'zod';
import { type Networks, NO_NETWORKS, parseNetworks } from './networks.ts';

/* Kinds of settings. Their messages never repeat the value, which may be a password. */

const portNumber = () =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
    .transform(Number)
    .refine((value) => value <= 65_535, 'must be a port number from 0 to 65535');

export const port = (fallback: number) => portNumber().default(fallback);

/** @param refusal why networks that are valid are refused; undefined: they are not */
export const networks = (refusal: (text: string) => string | undefined = () => undefined) =>
  z
    .string()
    .transform((text, context): Networks => {
      const parsed = parseNetworks(text);
      const problem = parsed ? refusal(text) : 'must be addresses and networks such as 10.0.0.0/8, separated by commas';
      if (parsed && problem === undefined) return parsed;
      context.addIssue(problem ?? '');
      return z.NEVER;
    })
    .default(NO_NETWORKS);

/** The scheme, host and port of a site. */
export const origin = () =>
  z
    .string()
    .refine(
      (text) => /^https?:\/\/[^/?#@\s"<>]+$/.test(text) && URL.canParse(text),
      'must be a URL without a path, such as https://isp.example.net',
    );
