import type { CleanupStep } from './cleanup.ts';
import { namesOf } from './config/roles.ts';
import type { Kernel } from './core/kernel.ts';
import type { RadiusSibling } from './core/work/sibling.ts';
import { warnWithoutJobs } from './jobs/absent-jobs.ts';
import { mergedMetrics, valuesOf } from './metrics/merged-metrics.ts';
import type { RunningRadius } from './radius/start.ts';
import type { Readiness } from './rest/health.ts';
import { listen } from './rest/listen.ts';
import type { StatusOptions } from './rest/status-pages.ts';

interface Beside {
  readonly radius: RunningRadius | undefined;
  readonly sibling: RadiusSibling | undefined;
}

/** Starts jobs and HTTP, as far as the node has the roles. Returns the port of HTTP. */
export async function serve(kernel: Kernel, beside: Beside, cleanup: CleanupStep[]): Promise<number> {
  const { config } = kernel;
  if (config.roles.jobs) {
    const { startJobs } = await import('./jobs/start-jobs.ts');
    await startJobs(kernel, (part) => cleanup.push(() => part.stop()));
  } else cleanup.push(warnWithoutJobs(kernel));
  const http = await createServer(statusOf(kernel, beside), cleanup);
  cleanup.push(() => http.close());
  const httpPort = await listen(http.server, config.http);
  if (config.roles.api) {
    const { startRedirects } = await import('./rest/captive/redirect.ts');
    cleanup.push(await startRedirects(config));
    // It compiles its WebAssembly when it first connects: now, rather than in somebody's call. Failing, it connects in the call.
    void kernel.db.prisma.$connect().catch(() => undefined);
  }
  return httpPort;
}

/** Without the role api it answers only how the node is. */
async function createServer(status: StatusOptions, cleanup: CleanupStep[]) {
  if (!status.kernel.config.roles.api) return (await import('./rest/status-server.ts')).createStatusServer(status);
  return (await import('./serve-http.ts')).createFullServer(status, cleanup);
}

function statusOf(kernel: Kernel, { radius, sibling }: Beside): StatusOptions {
  const { metrics } = kernel;
  const readiness: Readiness = {
    database: () =>
      kernel.db.ping().then(
        () => true,
        () => false,
      ),
    ...(radius && { radius: () => radius.isReady(), accounting: () => radius.keepsAccounting() }),
    ...(sibling && {
      radius: async () => (await sibling.readiness()).radius,
      accounting: async () => (await sibling.readiness()).accounting,
    }),
  };
  return { kernel, metrics, readiness, metricsPage: sibling && (() => metricsOfBoth(kernel, sibling)) };
}

async function metricsOfBoth({ config, metrics }: Kernel, sibling: RadiusSibling): Promise<string> {
  const [own, others] = await Promise.all([valuesOf(metrics), sibling.metrics()]);
  return mergedMetrics([
    { process: namesOf(config.roles).join(','), metrics: own },
    { process: 'radius', metrics: others },
  ]);
}
