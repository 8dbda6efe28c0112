import type { RequestHandler } from 'express';
import type { Kernel } from '../core/kernel.ts';

/** What has to work before a node is sent requests: a name, and whether it does. */
type Readiness = Readonly<Record<string, boolean>>;
export type ReadyCheck = () => Promise<Readiness>;

const DEADLINE_MS = 2_000;

/** Is the process alive? Whoever is asked for more than that would be restarted whenever the database is away. */
export const healthz: RequestHandler = (_request, response) => {
  response.set('Cache-Control', 'no-store').json({ status: 'ok' });
};

/** Does everything a request needs work, within two seconds? A node that is stopping says no, to be sent nothing more. */
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
