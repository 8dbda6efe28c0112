import { BROADCASTS } from './broadcasts.ts';
import { CALLS } from './calls.ts';
import { CARE } from './care.ts';
import { CARE_LINE } from './care-line.ts';
import { FIGURES } from './figures.ts';
import { FILES } from './files.ts';
import { HOTSPOT } from './hotspot.ts';
import { INCIDENTS } from './incidents.ts';
import { LEADS } from './leads.ts';
import { MEASURED } from './measured.ts';
import { MESSAGES } from './messages.ts';
import { MONEY } from './money.ts';
import { NETWORK } from './network.ts';
import { ORDERS } from './orders.ts';
import { OWNERS } from './owners.ts';
import type { Part } from './part.ts';
import { PLANS } from './plans.ts';
import { POOLS } from './pools.ts';
import { REPORTS } from './reports.ts';
import { SERVICES } from './services.ts';
import { SESSIONS } from './sessions.ts';
import { SETTINGS } from './settings.ts';
import { TICKETS } from './tickets.ts';
import { TRACES } from './traces.ts';
import { VERDICTS } from './verdicts.ts';
import { VISITS } from './visits.ts';

/** Where a field stands. */
export interface Place {
  /** Name in the router: `plan.quote`. */
  readonly procedure: string;
  /** The fields of the answer that contain it, outermost first. */
  readonly inside: readonly string[];
}

/** An entry of the glossary: `key` is unique, `payment.list.status` or `status`. */
export interface Meaning {
  readonly key: string;
  readonly text: string;
}

const PARTS: readonly Part[] = [
  ...[
    CALLS,
    OWNERS,
    SETTINGS,
    LEADS,
    PLANS,
    SERVICES,
    VERDICTS,
    MONEY,
    ORDERS,
    NETWORK,
    MEASURED,
    POOLS,
    SESSIONS,
    TRACES,
  ],
  ...[FIGURES, REPORTS, MESSAGES, BROADCASTS, CARE, CARE_LINE, TICKETS, FILES, VISITS, INCIDENTS, HOTSPOT],
];

/** Every entry, by its key. */
export const MEANINGS: ReadonlyMap<string, string> = mapOf(PARTS.flatMap(entriesOf));

function entriesOf({ anywhere, within }: Part): (readonly [key: string, text: string])[] {
  const some = Object.entries(within).flatMap(([parts, fields]) =>
    parts
      .split(', ')
      .flatMap((part) => Object.entries(fields).map(([name, text]) => [`${part}.${name}`, text] as const)),
  );
  return [...Object.entries(anywhere), ...some];
}

/** @throws Error for a term that is explained twice */
function mapOf(entries: readonly (readonly [string, string])[]): Map<string, string> {
  const meanings = new Map<string, string>();
  for (const [key, text] of entries) {
    if (meanings.has(key)) throw new Error(`the glossary explains ${key} twice`);
    meanings.set(key, text);
  }
  return meanings;
}

/** Records within an answer, by the fields that hold them, where these are not called as the parts of the API. */
const RECORDS: Readonly<Record<string, readonly string[]>> = {
  invoices: ['invoice'],
  sessions: ['session.live', 'session'],
  subplan: ['plan.subplan'],
};

/** What a field means in its place: the meaning for the nearest part of the API around it, otherwise the one that it has anywhere. */
export function meaningOf(name: string, place: Place): Meaning | undefined {
  const keys = [...partsAround(place).map((part) => `${part}.${name}`), name];
  const key = keys.find((each) => MEANINGS.has(each));
  return key === undefined ? undefined : { key, text: MEANINGS.get(key) ?? '' };
}

/** The parts of the API that a field is in, the nearest first. */
function partsAround({ procedure, inside }: Place): string[] {
  const [area = '', operation = ''] = procedure.split('.');
  const containers = [...inside].reverse().flatMap((field) => [field, ...(RECORDS[field] ?? [])]);
  // An export takes the filters of its list.
  const list = operation === 'export' ? [`${area}.list`] : [];
  return [...containers, procedure, ...list, `${area}.${operation.split('_')[0]}`, area];
}
