import { appRouter } from './app-router.ts';
import type { CleanupStep } from './cleanup.ts';
import { consolePages, portalPages } from './console/console.ts';
import type { Kernel } from './core/kernel.ts';
import { panelPages } from './panel/page.ts';
import { createHttpServer } from './rest/app.ts';
import type { HttpServer } from './rest/http-server.ts';
import type { StatusOptions } from './rest/status-pages.ts';
import { FailedLoginNews } from './rpc/failed-login-news.ts';
import { FailedLogins } from './rpc/failed-logins.ts';

/** The HTTP server of a node with the role api: API, console, portal and pages. */
export async function createFullServer(status: StatusOptions, cleanup: CleanupStep[]): Promise<HttpServer> {
  const failures = await countFailures(status.kernel, cleanup);
  return createHttpServer({
    ...{ ...status, failures, router: appRouter },
    panel: panelPages(appRouter),
    ...{ console: consolePages(), portal: portalPages() },
  });
}

/** Counts wrong credentials, together with the other nodes. */
async function countFailures({ db, clock, log }: Pick<Kernel, 'db' | 'clock' | 'log'>, cleanup: CleanupStep[]) {
  const failures = new FailedLogins(clock);
  const news = await FailedLoginNews.start({ db, failures, log });
  cleanup.push(() => news.stop());
  return failures;
}
