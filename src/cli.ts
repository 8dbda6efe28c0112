import { run } from './cli/run.ts';
import { readConfig } from './config/config.ts';
import { createLog } from './config/log.ts';

/** The operator commands: results to standard output, errors to standard error, one sentence each. */
process.exitCode = await run(process.argv.slice(2), {
  terminal: () => ({
    config: readConfig(),
    log: createLog('warn', process.stderr),
    say: (line) => process.stdout.write(`${line}\n`),
    overwrite: process.stdout.isTTY ? (line) => process.stdout.write(`\r\u001b[K${line}`) : undefined,
  }),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
