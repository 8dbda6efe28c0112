import type { QueryClient } from '@tanstack/react-query';

/** The first screen has what it asked for. */
const QUIET_MS = 1_000;

/** Loads what the console needs while offline, after the first screen: on a slow line the files would delay it. */
export function keepShell(queries: QueryClient): void {
  if (!import.meta.env.PROD) return;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  const leave = queries.getQueryCache().subscribe(() => {
    clearTimeout(quiet);
    if (queries.isFetching() > 0) return;
    quiet = setTimeout(() => {
      leave();
      void keepSignIn();
      if ('serviceWorker' in navigator) void register();
    }, QUIET_MS);
  });
}

/** Signing out works offline and leads there. A browser whose session goes on has not loaded that screen. */
async function keepSignIn(): Promise<void> {
  await import('../screens/sign-in/sign-in.tsx').catch(() => undefined);
}

/**
 * The worker keeps the page and all its files. Browsers have workers only where the page came encrypted or from this machine.
 */
async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/console/worker.js', { scope: '/console', updateViaCache: 'none' });
  } catch (error) {
    console.warn('the console is not kept for when there is no connection', error);
  }
}
