import {
  type Condition,
  type Fields,
  HERE,
  type Parameter,
  type Parameters,
  type Result,
  type Texts,
} from './endpoint.ts';
import { flag01, flagYN, id, integer, type Kind, oneOf, ownerId, text } from './kinds.ts';

/** Helpers to write the table with. */

type Kinds = Readonly<Record<string, Kind>>;

function parameters(kinds: Kinds, rules: Omit<Parameter, 'kind' | 'section'> & { section?: string }): Parameters {
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, { kind, section: HERE, ...rules }]));
}

export const required = (kinds: Kinds) => parameters(kinds, { required: true });
export const optional = (kinds: Kinds) => parameters(kinds, { required: false });
/** Optional; absent means this text. */
export const byDefault = (text: string | null, kinds: Kinds) => parameters(kinds, { required: false, default: text });
/** Optional; absent means something that is not one text. */
export const byDefaultIn = (words: string, kinds: Kinds) =>
  parameters(kinds, { required: false, defaultElsewhere: words });
export const requiredWhen = (condition: Condition, kinds: Kinds) => parameters(kinds, { required: condition });
/** Optional parameters beyond the contract. */
export const beyond = (kinds: Kinds, text?: string) =>
  parameters(kinds, { required: false, section: 'extension', ...(text === undefined ? {} : { default: text }) });

/** The parameter of a call that can be repeated. */
export const repeatable = beyond({ idempotency_key: text });

/** The parameter of a call that can return a preview. */
export const previewed = beyond({ preview: flagYN }, 'N');

/** The parameter of a list that can read the archive. */
export const sourced = beyond({ source: oneOf('recent', 'archive') }, 'recent');

/** The same parameters, with a note. */
export function noted(note: string, given: Parameters): Parameters {
  return Object.fromEntries(Object.entries(given).map(([name, rules]) => [name, { ...rules, note }]));
}

/** A condition on the request, checked by a rule after the schema. */
export const when = (words: string, given: Texts, without: readonly string[] = []): Condition => ({
  when: words,
  given,
  without,
  checkedBy: 'rule',
});

/** `ispid` of a create: needed from a caller of no ISP (contract 5, 5). */
export const ispidOfNew = requiredWhen({ when: 'the caller belongs to no ISP', checkedBy: 'rule' }, { ispid: id });
/** `resellerid` of a create: needed from a caller of no reseller (contract 5, 5). */
export const reselleridOfNew = requiredWhen(
  { when: 'the caller belongs to no reseller', checkedBy: 'rule' },
  { resellerid: ownerId },
);
export const owners = optional({ ispid: id, resellerid: ownerId });

const pagingKinds = { rows_limit: integer(1, 100), rows_offset: integer(0), show_count: flag01 };
const inGeneral = (name: keyof typeof pagingKinds, text: string) =>
  parameters({ [name]: pagingKinds[name] }, { required: false, default: text, section: '1.1' });

export const rowsLimit = inGeneral('rows_limit', '10');
export const paged = { ...rowsLimit, ...inGeneral('rows_offset', '0'), ...inGeneral('show_count', '0') };

const sortOrder = parameters({ sort_order: oneOf('asc', 'desc') }, { required: false, default: 'asc', section: '1.1' });
export const sorted = (fields: readonly string[], byDefaultField: string) => ({
  ...byDefault(byDefaultField, { sort_field: oneOf(...fields) }),
  ...sortOrder,
});
export const sortedByOpenDefault = (fields: readonly string[]) => ({
  ...byDefaultIn('not given', { sort_field: oneOf(...fields) }),
  ...sortOrder,
});

export const newId: Result = { is: 'id' };
export const count: Result = { is: 'count' };
export const done: Result = { is: 'exactly', text: 'done' };
export const Done: Result = { is: 'exactly', text: 'Done' };
export const names: Result = { is: 'names' };
export const binaryStream: Result = { is: 'binary stream' };
export const rows = (fields: Fields, withheld: readonly string[] = []): Result => ({ is: 'rows', fields, withheld });
export const record = (fields: Fields): Result => ({ is: 'record', fields, withheld: [] });
export const notShown = (words: string): Result => ({ is: 'not shown', words });
