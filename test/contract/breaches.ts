import type { Condition, Endpoint, Refusal, Texts } from './endpoint.ts';
import { exampleOf } from './samples.ts';

/** A request that the contract does not allow although each of its parameters is valid by itself. */
export interface Breach {
  readonly why: string;
  readonly texts: Texts;
  /** The parameter that the refusal names. */
  readonly names: string;
  readonly checkedBy: 'schema' | 'rule';
  /** The caller, if it is refused only then. */
  readonly caller?: string;
}

/** The conditional requirements of an endpoint, each as a request that breaks it. */
export function breachesOf(endpoint: Endpoint): Breach[] {
  const smallest = smallestRequest(endpoint);
  const conditional = Object.entries(endpoint.parameters).flatMap(([parameter, { required }]): Breach[] =>
    typeof required === 'object' ? [missing(endpoint, required, parameter)] : [],
  );
  const apart = endpoint.refuses.map((refusal: Refusal) => ({ ...refusal, texts: { ...smallest, ...refusal.texts } }));
  const [first] = endpoint.needsOneOf;
  if (first === undefined) return [...conditional, ...apart];
  const none = leavingOut(smallest, endpoint.needsOneOf);
  const why = `${endpoint.needsOneOf.join(' or ')} is needed`;
  return [...conditional, ...apart, { why, texts: none, names: first, checkedBy: 'rule' }];
}

function missing(endpoint: Endpoint, condition: Condition, parameter: string): Breach {
  return {
    why: `${parameter} is needed when ${condition.when}`,
    texts: leavingOut(requestWhere(endpoint, condition), [parameter]),
    names: parameter,
    checkedBy: condition.checkedBy,
    ...(condition.given ? {} : { caller: condition.when }),
  };
}

/** A request with nothing optional in it. */
export function smallestRequest({ parameters, smallest }: Endpoint): Texts {
  const needed = Object.keys(parameters).filter((name) => parameters[name]?.required === true);
  return { ...examples({ parameters }, needed), ...smallest };
}

/** A request with all parameters. */
export function largestRequest({ parameters, smallest }: Endpoint): Texts {
  return { ...examples({ parameters }, Object.keys(parameters)), ...smallest };
}

/** The smallest request in which a condition holds, with everything it requires. */
export function requestWhere(endpoint: Endpoint, condition: Condition): Texts {
  const { parameters } = endpoint;
  const asked = Object.keys(parameters).filter((name) => parameters[name]?.required === condition);
  const request = { ...smallestRequest(endpoint), ...condition.given, ...examples(endpoint, asked) };
  return leavingOut(request, condition.without ?? []);
}

export function leavingOut(texts: Texts, names: readonly string[]): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => !names.includes(name)));
}

function examples({ parameters }: Pick<Endpoint, 'parameters'>, names: readonly string[]): Texts {
  return Object.fromEntries(
    names.flatMap((name) => {
      const example = exampleOf(parameters[name]?.kind ?? { is: 'left open' });
      return example === '' ? [] : [[name, example]];
    }),
  );
}
