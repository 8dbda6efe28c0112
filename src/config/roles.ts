import { availableParallelism } from 'node:os';
import { z } from 'zod';

const ROLES = ['api', 'radius', 'jobs'] as const;
export type Role = (typeof ROLES)[number];

/** What a node does: answers callers of the API and browsers, answers NASes, runs jobs. At least one of them. */
export type Roles = Readonly<Record<Role, boolean>>;

export const roleVariables = {
  ROLES: z
    .string()
    .transform((text, context): ReadonlySet<Role> => {
      const named = text.split(',').map((each) => each.trim());
      const known = ROLES.filter((role) => named.includes(role));
      if (named.every((each) => ROLES.some((role) => role === each))) return new Set(known);
      context.addIssue('must be one or more of api, radius and jobs, separated by commas');
      return z.NEVER;
    })
    .optional(),
  JOBS: z.enum(['on', 'off'], 'must be on or off').optional(),
};

interface Values {
  readonly ROLES?: ReadonlySet<Role> | undefined;
  /** From before `ROLES`: `off` is all roles but jobs. */
  readonly JOBS?: 'on' | 'off' | undefined;
  readonly DATABASE_URL?: string | undefined;
}

export function rolesOf({ ROLES: named, JOBS: jobs }: Values): Roles {
  const has = (role: Role) => named?.has(role) ?? true;
  return Object.freeze({ api: has('api'), radius: has('radius'), jobs: has('jobs') && jobs !== 'off' });
}

export function roleFaults(set: Values): string[] {
  const isAlone = set.ROLES !== undefined && set.ROLES.size < ROLES.length && set.DATABASE_URL === undefined;
  return [
    ...(set.ROLES && set.JOBS
      ? ['JOBS must not be set with ROLES, because ROLES says whether this node runs jobs.']
      : []),
    ...(isAlone
      ? ['DATABASE_URL must be set if ROLES leaves a role to other nodes, because the nodes share a database.']
      : []),
  ];
}

/** As `ROLES` has them. */
export const namesOf = (roles: Roles): readonly Role[] => ROLES.filter((role) => roles[role]);

export const processVariables = {
  PROCESSES: z.enum(['1', '2'], 'must be 1 or 2').optional(),
};

/**
 * Two: RADIUS has a process of its own, which is the default where there are cores for it. There is nothing to separate on a
 * node that only answers RADIUS, or never does.
 */
export function processesOf(
  { PROCESSES: wanted }: { readonly PROCESSES?: '1' | '2' | undefined },
  { api, radius, jobs }: Roles,
  cores = availableParallelism(),
): 1 | 2 {
  const isWanted = wanted === undefined ? cores > 1 : wanted === '2';
  return isWanted && radius && (api || jobs) ? 2 : 1;
}
