import { createDemo, FULL_SIZE } from './create-demo.ts';
import { noticeOf, progressOf } from './notice.ts';

/** Creates the demo for a node that starts, and tells the operator about it. */
export async function makeDemo(environment: Parameters<typeof createDemo>[0]): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const created = await createDemo(environment, FULL_SIZE, progressOf(say));
  for (const line of noticeOf(created, environment.config)) say(line);
}
