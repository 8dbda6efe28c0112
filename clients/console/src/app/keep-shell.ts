import type { QueryClient } from '@tanstack/react-query';

/** The first screen has what it asked for. */
const QUIET_MS = 1_000;

/**
 * Registers the worker that keeps the page and its files for when there is no line. Browsers have workers only where the page came
 * encrypted or from this machine. On a slow line its files would keep the first screen waiting, so it comes after that.
 */
export function keepShell(queries: QueryClient): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  const leave = queries.getQueryCache().subscribe(() => {
    clearTimeout(quiet);
    if (queries.isFetching() > 0) return;
    quiet = setTimeout(() => {
      leave();
      void register();
    }, QUIET_MS);
  });
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/console/worker.js', { scope: '/console', updateViaCache: 'none' });
  } catch (error) {
    console.warn('the console is not kept for when there is no connection', error);
  }
}
