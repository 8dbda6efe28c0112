import { beforeAll, describe, expect, it } from 'vitest';
import { appRouter } from '../../src/app-router.ts';
import { routesOf } from '../../src/rest/routes.ts';
import { startApi } from '../fixtures/api.ts';
import { simulatedProviders } from '../fixtures/payment-providers.ts';
import { CALLS, type Ids } from './walk.ts';
import { wholeTenant } from './whole-tenant.ts';

/** Callers preview with the key that they confirm with. */
const api = await startApi(await simulatedProviders());
/** Its preview is refused while the other calls have left an advance; it is previewed by the same code. */
const REFUSED = 'service.delete';
/** They take away what others pay out. */
const LAST = ['payment.cancel', 'payment.cancel_receipt'];
const previewed = routesOf(appRouter)
  .filter(({ procedure, meta, parameters }) => meta.repeatable && 'preview' in parameters && procedure !== REFUSED)
  .sort((one, other) => Number(LAST.includes(one.procedure)) - Number(LAST.includes(other.procedure)));
const calls: Record<string, (own: Ids) => Record<string, string | number>> = {
  ...CALLS,
  'isp.credits_update': ({ ispid }) => ({ ispid, action: 'Add', credits: 10 }),
};

let own: Ids;
beforeAll(async () => {
  own = await wholeTenant(api);
});

describe('a preview leaves its idempotency key to the call that follows:', () => {
  it.each(previewed)('$procedure', async ({ procedure, meta }) => {
    const as = procedure === 'isp.credits_update' ? api.admin : own.me;
    const call = { ...calls[procedure]?.(own), idempotency_key: `key of ${procedure}` };
    const ask = (more: object) => api.call(meta.rest[0].slice(1), { ...call, ...more }, as);
    const keys = () => api.db.prisma.idempotencyKey.count({ where: { key: call.idempotency_key } });
    const shown = await ask({ preview: 'Y' });
    expect([shown.error, await keys()]).toEqual([null, 0]);
    const done = await ask({});
    expect([done.error, await keys()]).toEqual([null, 1]);
    for (const again of [await ask({}), await ask({ preview: 'N' })]) expect(again.result).toEqual(done.result);
  });
});
