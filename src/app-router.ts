import { customerRouter } from './areas/customers/router.ts';
import { serverRouter } from './areas/server/router.ts';
import { router } from './rpc/endpoint.ts';

/** Every procedure there is. The doors derive from it. */
export const appRouter = router({
  server: serverRouter,
  customer: customerRouter,
});

export type AppRouter = typeof appRouter;
