import {
  type DestinationStream,
  destination,
  type LogFn,
  type Logger,
  pino,
  stdSerializers,
  stdTimeFunctions,
} from 'pino';
import type { LogLevel } from './config.ts';
import { CENSOR, withoutSecrets } from './redact.ts';

export type { Logger } from 'pino';

/** Messages logged by this process, by level. */
const logged = new Map<string, number>();

export const loggedMessages = (): ReadonlyMap<string, number> => logged;

/** pino passes a child logger's bindings only to the serializers of their names, not to formatters. */
const secretBindings = Object.fromEntries(
  ['password', 'secret', 'api_key', 'apiKey', 'token', 'authorization', 'cookie'].map((name) => [name, () => CENSOR]),
);

/**
 * The logger: one JSON object per line on standard output, with secrets redacted at any depth (pino's `redact` needs a path
 * for each depth and costs ten times as much). Writes are synchronous, so that the last line before an exit is not lost; hot
 * paths log nothing above `debug`. `part`: which of the processes of a node this is, if it has several.
 */
export function createLog(
  level: LogLevel,
  stream: DestinationStream = destination({ dest: 1, sync: true }),
  part?: string,
): Logger {
  return pino(
    {
      level,
      hooks: { logMethod: counted },
      base: { pid: process.pid, ...(part === undefined ? {} : { process: part }) },
      timestamp: stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: redacted,
        bindings: redacted,
      },
      serializers: {
        ...secretBindings,
        // Errors become plain objects only here, after the formatters.
        err: (error: unknown) =>
          error instanceof Error ? redacted({ ...stdSerializers.err(error) }) : withoutSecrets(error),
      },
    },
    stream,
  );
}

/** Called for each message that is logged. */
function counted(this: Logger, args: Parameters<LogFn>, log: LogFn, level: number): void {
  const label = pino.levels.labels[level] ?? 'other';
  logged.set(label, (logged.get(label) ?? 0) + 1);
  log.apply(this, args);
}

function redacted(fields: Record<string, unknown>): Record<string, unknown> {
  const shown = withoutSecrets(fields);
  return isFields(shown) ? shown : fields;
}

function isFields(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object';
}
