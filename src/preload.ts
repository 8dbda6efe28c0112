import type { Roles } from './config/roles.ts';

/**
 * Begins to load what a node with these roles starts after its database, which is most of the time until the node is ready.
 * Each is loaded by the processes that have the role, which saves the others memory.
 */
export function preload({ radius, jobs, api }: Roles): void {
  const programs = [
    radius ? import('./radius/start.ts') : import('./radius/start-network.ts'),
    ...(jobs ? [import('./jobs/start-jobs.ts')] : []),
    ...(api ? [import('./serve-http.ts')] : []),
  ];
  // Who starts one imports it too, and hears why it cannot be loaded.
  for (const program of programs) program.catch(() => undefined);
}
