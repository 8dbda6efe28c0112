import { expect, it } from 'vitest';
import { Pipeline } from '../../../../src/radius/state/batch/pipeline.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

it('starts a task when the one before lets it, and reports its end after that of the one before', async () => {
  const story: string[] = [];
  const pipeline = new Pipeline();
  const steps: Record<string, () => void> = {};
  const run = (name: string) =>
    pipeline
      .run(async (startNext) => {
        story.push(`${name} starts`);
        await new Promise<void>((resolve) => {
          steps[`${name} waits`] = resolve;
        });
        startNext();
        await new Promise<void>((resolve) => {
          steps[`${name} ends`] = resolve;
        });
        story.push(`${name} ends`);
      })
      .then(() => story.push(`${name} is reported`));
  const all = Promise.all([run('first'), run('second'), run('third')]);
  for (const step of ['first waits', 'second waits', 'second ends', 'first ends', 'third waits', 'third ends']) {
    await tick();
    steps[step]?.();
  }
  await all;
  expect(story).toEqual([
    'first starts',
    'second starts',
    'third starts',
    'second ends',
    'first ends',
    'first is reported',
    'second is reported',
    'third ends',
    'third is reported',
  ]);
});

it('continues after a task that fails', async () => {
  const pipeline = new Pipeline();
  const [failed, second] = await Promise.allSettled([
    pipeline.run(() => Promise.reject(new Error('no'))),
    pipeline.run(() => Promise.resolve('yes')),
  ]);
  expect(failed).toEqual({ status: 'rejected', reason: new Error('no') });
  expect(second).toEqual({ status: 'fulfilled', value: 'yes' });
});
