import { z } from 'zod';
import type { Roles } from './roles.ts';

export const processVariables = {
  PROCESSES: z.enum(['1', '2'], 'must be 1 or 2').optional(),
};

interface Values {
  readonly PROCESSES?: '1' | '2' | undefined;
}

/** Two: RADIUS has a process of its own. There is nothing to separate on a node that only answers RADIUS, or never does. */
export function processesOf({ PROCESSES: wanted = '1' }: Values, { api, radius, jobs }: Roles): 1 | 2 {
  return wanted === '2' && radius && (api || jobs) ? 2 : 1;
}
