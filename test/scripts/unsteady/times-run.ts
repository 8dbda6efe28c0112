import { appendFileSync, readFileSync } from 'node:fs';

/** How often this file has been run, with this time; noted in the file LOG with the process that runs it. */
export function timesRun(name: string): number {
  const log = process.env.LOG ?? '';
  appendFileSync(log, `${name} ${process.pid}\n`);
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${name} `)).length;
}
