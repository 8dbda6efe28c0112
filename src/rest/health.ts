import type { RequestHandler } from 'express';
import type { Logger } from '../config/log.ts';
import type { Role } from '../config/roles.ts';
import type { Kernel } from '../core/kernel.ts';

/** What a node must be able to do before it gets requests, by name. */
export type Readiness = Readonly<Record<string, () => boolean | Promise<boolean>>>;

const DEADLINE_MS = 2_000;

/** Liveness. Checks nothing else: otherwise an outage of the database would restart the node. */
export const healthz: RequestHandler = (_request, response) => {
  response.set('Cache-Control', 'no-store').json({ status: 'ok' });
};

/**
 * Readiness: does each of the named checks pass within two seconds? None does while the node is stopping, so that it gets no
 * more requests. RADIUS and the API are ready apart from each other: log-ins and accounting go on without the database, and a
 * balancer that asked for both would take every node out of RADIUS during its outage.
 * @param names default: all
 */
export function readyz(
  { lifecycle, log }: Kernel,
  readiness: Readiness,
  names = Object.keys(readiness),
): RequestHandler {
  return async (_request, response) => {
    const results = await Promise.all(names.map(async (name) => [name, await passes(readiness[name], log)] as const));
    const checks = { running: lifecycle.mode === 'active', ...Object.fromEntries(results) };
    const isReady = Object.values(checks).every(Boolean);
    response
      .status(isReady ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: isReady ? 'ok' : 'unavailable', checks });
  };
}

/** Readiness for what this node does not do. */
export function lacksRole(role: Role): RequestHandler {
  const reason = `This node does not have the role ${role} (ROLES).`;
  return (_request, response) => {
    response
      .status(503)
      .set('Cache-Control', 'no-store')
      .json({ status: 'unavailable', checks: { [role]: false }, reason });
  };
}

async function passes(check: Readiness[string] | undefined, log: Logger): Promise<boolean> {
  try {
    return await Promise.race([check?.() ?? false, deadline()]);
  } catch (err) {
    log.warn({ err }, 'a readiness check failed');
    return false;
  }
}

function deadline(): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), DEADLINE_MS).unref();
  });
}
