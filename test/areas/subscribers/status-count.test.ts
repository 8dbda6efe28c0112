import { expect, it, vi } from 'vitest';
import { startApi } from '../../fixtures/api.ts';

const api = await startApi();

it('the count of services fails once if both of its queries fail, without an unhandled rejection', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const broken = vi.spyOn(api.db.pool, 'query').mockImplementation(async () => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  });
  const path = 'service/status_count';
  const answer = await api.call(path);
  // Both queries failed before the response was sent; Node reports an unhandled rejection at the end of that event-loop iteration.
  await new Promise((resolve) => setImmediate(resolve));
  broken.mockRestore();
  process.off('unhandledRejection', unhandled);
  expect(answer).toMatchObject({ status: 503 });
  expect(unhandled).not.toHaveBeenCalled();
});
