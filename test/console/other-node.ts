import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { onTestFinished } from 'vitest';
import { appRouter } from '../../src/app-router.ts';
import { consolePages } from '../../src/console/console.ts';
import { createHttpServer } from '../../src/rest/app.ts';
import type { HttpServer } from '../../src/rest/http-server.ts';
import { FailedLogins } from '../../src/rpc/failed-logins.ts';
import type { Api } from '../fixtures/api.ts';

interface OtherNode {
  readonly http: HttpServer;
  readonly port: number;
  readonly url: string;
}

/** Another node of the same database, until the end of the test. Its port stays the same when it is started again. */
export async function startNode(api: Api, port = 0, built?: string): Promise<OtherNode> {
  const metrics = new Registry();
  const failures = new FailedLogins(api.kernel.clock);
  const kernel = { ...api.kernel, metrics };
  const options = { kernel, router: appRouter, failures, metrics, console: consolePages(built) };
  const http = createHttpServer({ ...options, panel: { page: () => '', files: {} }, readiness: {} });
  http.server.listen(port, '127.0.0.1');
  await once(http.server, 'listening');
  onTestFinished(() => http.close(0));
  const { port: its } = http.server.address() as AddressInfo;
  return { http, port: its, url: `http://127.0.0.1:${its}` };
}
