/**
 * The types of the API. Inside the repository they are the server's own; `npm run build:client` puts declarations in
 * place of this file that are written from the router and need no server code.
 */
export type { AppRouter } from '../../../src/app-router.ts';
export type { FaultKind, FieldFault } from '../../../src/core/fault.ts';
