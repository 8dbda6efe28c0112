import type { Kind } from './kinds.ts';

/** Documented texts by parameter name. */
export type Texts = Readonly<Record<string, string>>;

/** When a parameter is required, if not always. */
export interface Condition {
  readonly when: string;
  /** Texts that make the condition hold; absent where it depends on who calls. */
  readonly given?: Texts;
  /** Parameters of the smallest request that the condition wants left out. */
  readonly without?: readonly string[];
  /** Where the product refuses a breach: in the schema, or in a rule behind it (then the tests of the API hold it). */
  readonly checkedBy: 'schema' | 'rule';
}

export interface Parameter {
  readonly kind: Kind;
  readonly required: boolean | Condition;
  /** The documented text that leaving the parameter out stands for; `null`: none, and the contract says so. */
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
  /** What a record must never show. */
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

/** A request whose parameters do not go together. */
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
  /** What the smallest request carries besides the required parameters. */
  readonly smallest: Texts;
  /** Combinations that go together, and combinations that do not. */
  readonly accepts: readonly Texts[];
  readonly refuses: readonly Refusal[];
  readonly result: Result;
  /** An update of fields: an empty text clears one that can be empty, and is refused for one that cannot. */
  readonly clears: boolean;
  /** Not in the contract. */
  readonly extension: boolean;
  /** What a list of parameters leaves open, in words: then others may stand beside those named. */
  readonly open?: string;
}

type Path = `/${string}`;
type Given = Pick<Endpoint, 'parameters' | 'result'> & Partial<Omit<Endpoint, 'path' | 'section'>>;

/** An endpoint of a section: POST, with credentials, unless it says otherwise. */
export function endpoint(path: Path, given: Given): Omit<Endpoint, 'section'> {
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
