import type { z } from 'zod';
import { EVENT_TYPES } from '../../src/areas/insight/events/types.ts';
import { typeText } from './declare-schema.ts';
import type { Schema } from './schema.ts';

/** The union of all events, told apart by `type`, as source text. */
export function declareEvents(
  types: Readonly<Record<string, { version: number; data: z.ZodType }>> = EVENT_TYPES,
): string {
  const events = Object.entries(types).map(
    ([type, { version, data }]) =>
      `  | EventOf<'${type}', ${version}, ${typeText(data as unknown as Schema, 'output')}>`,
  );
  return `/** What all events have. Texts that are instants are in ISO 8601, and exact decimals are texts. */
interface EventOf<Type extends string, Version extends number, Data> {
  readonly id: number;
  readonly type: Type;
  readonly version: Version;
  readonly timestamp: string;
  readonly ispid: number;
  /** 0: the ISP itself. */
  readonly resellerid: number;
  readonly serviceid: number | null;
  readonly customerid: number | null;
  /** Which call caused it, and whose; both null: time or the network did. */
  readonly procedure: string | null;
  readonly username: string | null;
  readonly data: Data;
}

/** An event, as streams and webhooks have it. */
export type LastmileEvent =
${events.join('\n')};
`;
}
