import { z } from 'zod';
import * as wire from '../../../core/wire/index.ts';
import { EVENT_TYPE_NAMES } from './types.ts';

const GROUPS = new Set(EVENT_TYPE_NAMES.map((name) => `${name.split('.')[0]}.*`));
const KNOWN: ReadonlySet<string> = new Set([...EVENT_TYPE_NAMES, ...GROUPS]);
const PROBLEM = `must be names of events or event groups, such as payment.received,service.*; the groups are ${[...GROUPS].join(', ')}`;

function eventType() {
  const schema = z.string(wire.errorText(PROBLEM)).refine((name) => KNOWN.has(name), { error: PROBLEM });
  return wire.kind(schema, {
    parse: (text) => text,
    render: (value: string) => value,
    document: { type: 'string', example: 'payment.received' },
  });
}

/** Which events: names (`invoice.paid`) and groups (`invoice.*`). */
export const eventTypes = () => wire.csv(eventType(), { max: 100 });
