import { run } from '../../src/cli/run.ts';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/config/log.ts';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process, with these settings in place of the environment. */
export async function command(settings: Record<string, string>, ...words: string[]): Promise<Outcome> {
  const said = { out: '', err: '' };
  const to = (stream: keyof typeof said, text: string): void => {
    said[stream] += text;
  };
  const code = await run(words, {
    terminal: () => ({
      config: readConfig(settings),
      log: createLog('warn', { write: (line) => to('err', line) }),
      say: (line) => to('out', `${line}\n`),
    }),
    out: (text) => to('out', text),
    err: (text) => to('err', text),
  });
  return { code, ...said };
}
