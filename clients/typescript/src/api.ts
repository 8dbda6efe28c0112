/**
 * The types of the API. In the repository they are the server's own. `npm run build:client` replaces this file with
 * declarations generated from the router, which need no server code.
 */
export type { AppRouter } from '../../../src/app-router.ts';
export type { LastmileEvent } from '../../../src/areas/insight/events/types.ts';
export type { FaultKind, FieldFault } from '../../../src/core/fault.ts';
