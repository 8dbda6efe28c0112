import type { Kind } from './kinds.ts';

/** Documented texts by parameter name. */
export type Texts = Readonly<Record<string, string>>;

/** When a parameter is required, if not always. */
export interface Condition {
  readonly when: string;
  /** Texts that make the condition hold; absent if it depends on the caller. */
  readonly given?: Texts;
  /** Parameters of the smallest request that must be absent for the condition to hold. */
  readonly without?: readonly string[];
  /** Where the product refuses a breach: in the schema, or in a rule after it (which the tests of the API cover). */
  readonly checkedBy: 'schema' | 'rule';
}

export interface Parameter {
  readonly kind: Kind;
  readonly required: boolean | Condition;
  /** The documented text that an absent parameter means; `null`: the contract says that there is none. */
  readonly default?: string | null;
  /** The default is not one text: today, or not given in the contract. */
  readonly defaultElsewhere?: string;
  /** Section of the contract, or `extension` for an optional parameter beyond it. */
  readonly section: string;
  readonly note?: string;
}

export type Parameters = Readonly<Record<string, Parameter>>;
export type Fields = Readonly<Record<string, Kind>>;

interface Records {
  readonly fields: Fields;
  /** Fields that a record must never show. */
  readonly withheld: readonly string[];
}

/** `result` of the success envelope (contract 4). Rows and maps become a JSON integer with `show_count=1`. */
export type Result =
  | { readonly is: 'id' }
  | { readonly is: 'count' }
  | { readonly is: 'text' }
  | { readonly is: 'names' }
  | { readonly is: 'map of texts' }
  | { readonly is: 'binary stream' }
  | { readonly is: 'exactly'; readonly text: 'OK' | 'done' | 'Done' }
  | ({ readonly is: 'rows' } & Records)
  | ({ readonly is: 'record' } & Records)
  | { readonly is: 'count map'; readonly fields: readonly string[] }
  | { readonly is: 'not shown'; readonly words: string };

/** A request whose parameters exclude each other. */
export interface Refusal {
  readonly why: string;
  readonly texts: Texts;
  /** The parameter that the refusal names. */
  readonly names: string;
  readonly checkedBy: 'schema' | 'rule';
}

export interface Endpoint {
  /** Below `/api`. */
  readonly path: `/${string}`;
  readonly aliases: readonly `/${string}`[];
  readonly methods: readonly ('GET' | 'POST')[];
  readonly credentials: boolean;
  readonly section: string;
  readonly parameters: Parameters;
  /** At least one of these must be given. */
  readonly needsOneOf: readonly string[];
  /** What the smallest request has in addition to the required parameters. */
  readonly smallest: Texts;
  /** Combinations that are allowed, and combinations that are not. */
  readonly accepts: readonly Texts[];
  readonly refuses: readonly Refusal[];
  readonly result: Result;
  /** An update of fields: an empty text clears one that can be empty, and is refused for one that cannot. */
  readonly clears: boolean;
  /** Not in the contract. */
  readonly extension: boolean;
  /** What the contract leaves open about the parameters; then others may exist besides those named. */
  readonly open?: string;
}

type Path = `/${string}`;
type Given = Pick<Endpoint, 'parameters' | 'result'> & Partial<Omit<Endpoint, 'path' | 'section'>>;

const IF_UPDATED_AT: Parameter = { kind: { is: 'timestamp' }, section: 'extension', required: false };

/** An endpoint of a section: POST, with credentials, unless it says otherwise. */
export function endpoint(path: Path, given: Given): Omit<Endpoint, 'section'> {
  const { parameters } = given;
  return {
    path,
    aliases: [],
    methods: ['POST'],
    credentials: true,
    needsOneOf: [],
    smallest: {},
    accepts: [],
    refuses: [],
    clears: false,
    extension: false,
    ...given,
    // Every update takes what was read before.
    parameters: given.clears ? { ...parameters, if_updated_at: IF_UPDATED_AT } : parameters,
  };
}

/** The endpoints of one section of the contract; their parameters come from it unless they say otherwise. */
export function section(name: string, endpoints: readonly Omit<Endpoint, 'section'>[]): Endpoint[] {
  return endpoints.map((each) => {
    const parameters = Object.entries(each.parameters).map(([parameter, rules]): [string, Parameter] => [
      parameter,
      rules.section === HERE ? { ...rules, section: name } : rules,
    ]);
    return { ...each, section: name, parameters: Object.fromEntries(parameters) };
  });
}

export const HERE = 'here';
