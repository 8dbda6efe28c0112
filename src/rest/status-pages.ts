import { Router } from 'express';
import type { Registry } from 'prom-client';
import type { Kernel } from '../core/kernel.ts';
import { healthz, lacksRole, type Readiness, readyz } from './health.ts';

export interface StatusOptions {
  readonly kernel: Kernel;
  readonly readiness: Readiness;
  readonly metrics: Registry;
  /** The page for Prometheus. Default: what this process has in `metrics`. */
  readonly metricsPage?: (() => Promise<string>) | undefined;
}

/** What balancers, supervisors and Prometheus ask of every node. */
export function statusPages({
  kernel,
  readiness,
  metrics,
  metricsPage = () => metrics.metrics(),
}: StatusOptions): Router {
  const { api } = kernel.config.roles;
  // Of this process or of its sibling.
  const radius = 'radius' in readiness;
  return Router()
    .get('/healthz', healthz)
    .get('/readyz', readyz(kernel, readiness))
    .get('/readyz/api', api ? readyz(kernel, readiness, ['database']) : lacksRole('api'))
    .get('/readyz/radius', radius ? readyz(kernel, readiness, ['radius', 'accounting']) : lacksRole('radius'))
    .get('/metrics', async (_request, response) => {
      response.type(metrics.contentType).send(await metricsPage());
    });
}
