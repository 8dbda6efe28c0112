import { type DestinationStream, destination, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';
import type { LogLevel } from './config.ts';
import { CENSOR, withoutSecrets } from './redact.ts';

export type { Logger } from 'pino';

/** pino does not show a child logger's bindings to the formatters, only to the serializers of their names. */
const secretBindings = Object.fromEntries(
  ['password', 'secret', 'api_key', 'apiKey', 'token', 'authorization', 'cookie'].map((name) => [name, () => CENSOR]),
);

/**
 * The logger: one JSON object a line on standard output, secrets replaced at any depth (pino's own `redact` needs a path
 * for each depth and costs ten times as much).
 * It writes synchronously, so that the last line before an exit is never lost; nothing on a hot path logs above `debug`.
 */
export function createLog(level: LogLevel, stream: DestinationStream = destination({ dest: 1, sync: true })): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: redacted,
        bindings: redacted,
      },
      serializers: {
        ...secretBindings,
        // An error becomes a plain object only here, after the formatter has seen it.
        err: (error: Error) => redacted({ ...stdSerializers.err(error) }),
      },
    },
    stream,
  );
}

function redacted(fields: Record<string, unknown>): Record<string, unknown> {
  const shown = withoutSecrets(fields);
  return isFields(shown) ? shown : fields;
}

function isFields(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object';
}
