import type { RequestHandler } from 'express';
import type { Kernel } from '../core/kernel.ts';

/** The checks a node must pass before it gets requests, by name. */
type Readiness = Readonly<Record<string, boolean>>;
export type ReadyCheck = () => Promise<Readiness>;

const DEADLINE_MS = 2_000;

/** Liveness. Checks nothing else: otherwise an outage of the database would restart the node. */
export const healthz: RequestHandler = (_request, response) => {
  response.set('Cache-Control', 'no-store').json({ status: 'ok' });
};

/** Readiness: do all checks pass within two seconds? Not while the node is stopping, so that it gets no more requests. */
export function readyz({ lifecycle, log }: Kernel, ready: ReadyCheck): RequestHandler {
  return async (_request, response) => {
    const checks = await Promise.race([
      ready().catch((err: unknown) => {
        log.warn({ err }, 'readiness check failed');
        return { checks: false };
      }),
      deadline(),
    ]);
    const all = { running: lifecycle.mode === 'active', ...checks };
    const isReady = Object.values(all).every(Boolean);
    response
      .status(isReady ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: isReady ? 'ok' : 'unavailable', checks: all });
  };
}

function deadline(): Promise<Readiness> {
  return new Promise((resolve) => {
    setTimeout(() => resolve({ answered: false }), DEADLINE_MS).unref();
  });
}
