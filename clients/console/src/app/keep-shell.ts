/**
 * Registers the worker that keeps the page and its files for when there is no line. Browsers have workers only where the page came
 * encrypted or from this machine. The files are fetched after those that the page itself needs.
 */
export function keepShell(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  globalThis.addEventListener('load', () => {
    const options = { scope: '/console', updateViaCache: 'none' } as const;
    navigator.serviceWorker
      .register('/console/worker.js', options)
      .catch((error: unknown) => console.warn('the console is not kept for when there is no connection', error));
  });
}
