import { expect, it } from 'vitest';
import { Pipeline } from '../../../../src/radius/state/batch/pipeline.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('begins a work when the one before passes on, and tells of it behind that', async () => {
  const story: string[] = [];
  const relay = new Pipeline();
  const steps: Record<string, () => void> = {};
  const work = (name: string) =>
    relay
      .run(async (passOn) => {
        story.push(`${name} begins`);
        await new Promise<void>((resolve) => {
          steps[`${name} goes on`] = resolve;
        });
        passOn();
        await new Promise<void>((resolve) => {
          steps[`${name} ends`] = resolve;
        });
        story.push(`${name} ends`);
      })
      .then(() => story.push(`${name} is told of`));
  const all = Promise.all([work('first'), work('second'), work('third')]);
  for (const step of ['first goes on', 'second goes on', 'second ends', 'first ends', 'third goes on', 'third ends']) {
    await turn();
    steps[step]?.();
  }
  await all;
  expect(story).toEqual([
    'first begins',
    'second begins',
    'third begins',
    'second ends',
    'first ends',
    'first is told of',
    'second is told of',
    'third ends',
    'third is told of',
  ]);
});

it('goes on behind a work that fails', async () => {
  const relay = new Pipeline();
  const [failed, second] = await Promise.allSettled([
    relay.run(() => Promise.reject(new Error('no'))),
    relay.run(() => Promise.resolve('yes')),
  ]);
  expect(failed).toEqual({ status: 'rejected', reason: new Error('no') });
  expect(second).toEqual({ status: 'fulfilled', value: 'yes' });
});
