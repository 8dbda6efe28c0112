import { availableParallelism } from 'node:os';
import { z } from 'zod';
import type { Roles } from './roles.ts';

export const processVariables = {
  PROCESSES: z.enum(['1', '2'], 'must be 1 or 2').optional(),
};

interface Values {
  readonly PROCESSES?: '1' | '2' | undefined;
}

/**
 * Two: RADIUS has a process of its own, which is the default where there are cores for it. There is nothing to separate on a
 * node that only answers RADIUS, or never does.
 */
export function processesOf(
  { PROCESSES: wanted }: Values,
  { api, radius, jobs }: Roles,
  cores = availableParallelism(),
): 1 | 2 {
  const isWanted = wanted === undefined ? cores > 1 : wanted === '2';
  return isWanted && radius && (api || jobs) ? 2 : 1;
}
