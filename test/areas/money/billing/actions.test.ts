import { beforeAll, describe, expect, it } from 'vitest';
import { LIFE_CYCLE } from '../../../../src/areas/money/billing/life-cycle/table.ts';
import { SERVICE_STATUSES } from '../../../../src/core/vocabulary/service.ts';
import { startApi } from '../../../fixtures/api.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

const api = await startApi();
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(api, { on: '2026-03-10', settings: { invoice_due_days: 0 } });
});

/** How documented calls alone bring a service to a status. */
const LEADS_TO: Record<string, (of: Subscriber) => Promise<unknown>> = {
  NewRequest: async () => undefined,
  Active: async () => undefined,
  NP: (of) => of.does('np'),
  NPD: (of) => of.does('npd'),
  Suspend: (of) => of.does('suspend'),
};

async function inStatus(status: string, kind: 'Prepaid' | 'Postpaid'): Promise<Subscriber> {
  const later = status === 'NewRequest' ? { bill_from: '2026-04-01' } : {};
  const service = await shop.subscribe({ prepaid_postpaid: kind, ...later });
  if (kind === 'Prepaid' && status !== 'NewRequest') await service.pay(499);
  await LEADS_TO[status]?.(service);
  expect((await service.shown()).status).toBe(status);
  return service;
}

/** The outcome of each allowed action; all others are refused. What a row does not name is unchanged. */
const NEXT: Record<string, Record<string, string>> = {
  renew: { NewRequest: 'Active', Active: 'Active', NP: 'Active', NPD: 'Active' },
  bill: { Active: 'Active', NP: 'NP', NPD: 'NPD', Suspend: 'Suspend' },
  invoice: { Active: 'Active', NP: 'NP', NPD: 'NPD', Suspend: 'Suspend' },
  np: { Active: 'NP' },
  npd: { Active: 'NPD', NP: 'NPD' },
  suspend: { Active: 'Suspend', NP: 'Suspend', NPD: 'Suspend' },
  restore: { Suspend: 'Active', NP: 'Active', NPD: 'Active' },
  update_usage: { Active: 'Active', NP: 'NP', NPD: 'NPD', Suspend: 'Suspend' },
  reconnect: { Active: 'Active', NP: 'NP', NPD: 'NPD', Suspend: 'Suspend' },
};

describe('an action', () => {
  const grid = (['Prepaid', 'Postpaid'] as const).flatMap((kind) =>
    Object.keys(LIFE_CYCLE).flatMap((action) => SERVICE_STATUSES.map((status) => [action, kind, status] as const)),
  );

  it.each(grid)('%s on a %s service that is %s', async (action, kind, status) => {
    const service = await inStatus(status, kind);
    const before = await service.summary();
    const { status: code, error } = await service.act(action);
    const next = NEXT[action]?.[status];
    // What a prepaid service was charged is invoiced already.
    const nothing = action === 'invoice' && kind === 'Prepaid';
    if (next === undefined || nothing) {
      expect(code).toBe(409);
      expect(error).toContain(nothing && next ? 'nothing to invoice' : `service ${service.id} is ${status}`);
      expect(await service.summary()).toBe(before);
    } else {
      expect({ code, error }).toEqual({ code: 200, error: null });
      expect((await service.shown()).status).toBe(next);
    }
  });

  it.each(grid.filter(([action]) => action !== 'update_usage'))(
    '%s can be previewed on a %s service that is %s',
    async (action, kind, status) => {
      const service = await inStatus(status, kind);
      const before = [await service.summary(), await service.ledger(), await service.effects()];
      const preview = await service.act(action, { preview: 'Y' });
      expect([await service.summary(), await service.ledger(), await service.effects()]).toEqual([
        before[0],
        before[1],
        [],
      ]);
      const done = await service.act(action);
      expect(done.status).toBe(preview.status);
      if (done.status !== 200) return;
      const { status: shown, valid_upto, os_amt } = await service.shown();
      expect(preview.result).toMatchObject({ status: shown, valid_upto, os_amt });
    },
  );
});
