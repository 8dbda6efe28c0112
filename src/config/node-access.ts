import { z } from 'zod';
import { ConfigError } from './config.ts';
import { origin } from './kinds.ts';

/** How a program on another machine calls a node. */
export interface NodeAccess {
  /** The scheme, host and port of the node. */
  readonly url: string;
  /** The id of a login user, a dot and one of its API keys. */
  readonly token: string;
}

const TOKEN_PROBLEM = 'must be the id of a login user, a dot and one of its API keys';

const settings = z.object({
  LASTMILE_URL: origin().default('http://127.0.0.1:8080'),
  LASTMILE_API_KEY: z.string(TOKEN_PROBLEM).regex(/^\d{1,10}\.[0-9a-f]{50}$/, TOKEN_PROBLEM),
});

/** Not among the settings of a node, which calls no other. @throws ConfigError */
export function readNodeAccess(environment: NodeJS.ProcessEnv = process.env): NodeAccess {
  // An empty value counts as unset.
  const { LASTMILE_URL: url, LASTMILE_API_KEY: key } = environment;
  const parsed = settings.safeParse({ LASTMILE_URL: url || undefined, LASTMILE_API_KEY: key || undefined });
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`));
  return { url: parsed.data.LASTMILE_URL, token: parsed.data.LASTMILE_API_KEY };
}
