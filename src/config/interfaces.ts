import { z } from 'zod';

/** Who may use which interface of a node, and how. */
export interface InterfaceSettings {
  /** Whether `service/status_count` is public. */
  readonly publicStatusCount: boolean;
  /** Whether browsers may sign in over unencrypted HTTP from other machines. */
  readonly consoleInsecure: boolean;
  /** Whether assistants may call at `/mcp`. */
  readonly mcp: boolean;
}

const onOff = (fallback: 'on' | 'off') => z.enum(['on', 'off'], 'must be on or off').default(fallback);

export const interfaceVariables = {
  PUBLIC_STATUS_COUNT: onOff('on'),
  CONSOLE_INSECURE: onOff('off'),
  MCP: onOff('on'),
};

type Set = z.output<z.ZodObject<typeof interfaceVariables>>;

export const interfaceSettings = (set: Set): InterfaceSettings => ({
  publicStatusCount: set.PUBLIC_STATUS_COUNT === 'on',
  consoleInsecure: set.CONSOLE_INSECURE === 'on',
  mcp: set.MCP === 'on',
});
