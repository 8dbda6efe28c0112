import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Request, type Response, Router } from 'express';
import { libreQosCsv, libreQosTopology } from '../../areas/network/shaping/libreqos.ts';
import { Fault } from '../../core/fault.ts';
import type { Kernel } from '../../core/kernel.ts';
import { type Scope, scopeOf } from '../../core/tenancy/scope.ts';
import { checkPermission } from '../../rpc/check-permission.ts';
import type { FailedLogins } from '../../rpc/failed-logins.ts';
import { faultOf } from '../../rpc/fault-of.ts';
import { openContext } from '../../rpc/open-context.ts';
import { addressOf } from '../address.ts';
import { BEARER_FORM, bearerCredentials } from '../bearer.ts';
import { sendFault } from '../response.ts';

interface Dependencies {
  readonly kernel: Kernel;
  readonly failures: FailedLogins;
}

interface Shaper {
  readonly scope: Scope;
  readonly ispId: number;
}

/** Of an ISP on a node: each reads all of its sessions. */
const MAX_AT_ONCE = 2;

/** What LibreQoS reads of an ISP: its Netzur integration at `/`, and the file of its other integrations. */
export function libreQosPages(dependencies: Dependencies): Router {
  const running = new Map<number, number>();
  const { db } = dependencies.kernel;

  const answer =
    (parts: typeof libreQosCsv, mediaType: string) =>
    async (request: Request, response: Response): Promise<void> => {
      try {
        const { scope, ispId } = await shaperOf(request, dependencies);
        const others = running.get(ispId) ?? 0;
        if (others >= MAX_AT_ONCE)
          throw new Fault(
            'tooMany',
            `the ISP already has ${MAX_AT_ONCE} of these calls running; try again when one has finished`,
          );
        running.set(ispId, others + 1);
        try {
          await send(response, Readable.from(parts(db, scope, ispId), { objectMode: false }), mediaType);
        } finally {
          running.set(ispId, (running.get(ispId) ?? 1) - 1);
        }
      } catch (error) {
        const fault = faultOf(error);
        if (fault.kind === 'internal') dependencies.kernel.log.error({ err: fault.cause ?? fault }, 'internal error');
        if (response.headersSent) response.destroy();
        else sendFault(response, fault, undefined);
      }
    };

  const router = Router();
  router.get('/', answer(libreQosTopology, 'application/json; charset=utf-8'));
  router.get('/ShapedDevices.csv', answer(libreQosCsv, 'text/csv; charset=utf-8'));
  return router;
}

/** @throws Fault if the token is wrong, or its user may not see sessions and customers */
async function shaperOf(request: Request, { kernel, failures }: Dependencies): Promise<Shaper> {
  const credentials = bearerCredentials(request);
  if (!credentials) throw new Fault('unauthenticated', `the header must be ${BEARER_FORM}`);
  const address = addressOf(request, kernel);
  const actor = await openContext(kernel, failures, { credentials, address }).authenticate();
  for (const permission of ['session.read', 'customer.read'] as const) checkPermission(actor, permission);
  if (actor.ispId === null) throw new Fault('forbidden', 'the login user must belong to an ISP');
  return { scope: scopeOf(actor), ispId: actor.ispId };
}

/** Nothing is sent before the first part is there, so that a failure until then is an answer of its own. */
async function send(response: Response, content: Readable, mediaType: string): Promise<void> {
  if (content.readableLength === 0) await once(content, 'readable');
  response.writeHead(200, { 'Content-Type': mediaType, 'Cache-Control': 'no-store' });
  await pipeline(content, response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
