import { expect, it, vi } from 'vitest';
import { startApi } from '../fixtures/api.ts';

const api = await startApi();

it('The count of services fails as one call where both of its queries fail, and leaves no rejection behind', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const broken = vi.spyOn(api.db.pool, 'query').mockImplementation(async () => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  });
  const path = 'service/status_count';
  const answer = await api.call(path);
  // Both queries failed before the answer was sent; Node tells of a rejection at the end of that turn of its loop.
  await new Promise((resolve) => setImmediate(resolve));
  broken.mockRestore();
  process.off('unhandledRejection', unhandled);
  expect(answer).toMatchObject({ status: 503 });
  expect(unhandled).not.toHaveBeenCalled();
});
