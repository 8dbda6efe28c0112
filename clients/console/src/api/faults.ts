import { isLastmileError, type LastmileError } from '@lastmile/client';
import { words } from '../words/words.ts';

/** No answer arrived to a call. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  /** `unsent`: a change that never left; `unknown`: one of which nobody knows whether it was made; `read`: nothing changes. */
  constructor(to: 'read' | 'unsent' | 'unknown', cause: unknown) {
    super(words.line[to], { cause });
  }
}

function kindOf(error: unknown): LastmileError['kind'] | undefined {
  return isLastmileError(error) ? error.kind : undefined;
}

export const isUnauthenticated = (error: unknown): boolean => kindOf(error) === 'unauthenticated';
/** The password must be given again before the call is made. */
export const isUnconfirmed = (error: unknown): boolean => kindOf(error) === 'unconfirmed';
/** More was asked for than the node answers while somebody waits. */
export const isTooLarge = (error: unknown): boolean => kindOf(error) === 'tooLarge';
/** The node did not answer, or a proxy answered in its place: a change may have been made. */
export const isLost = (error: unknown): boolean =>
  error instanceof NoAnswer || ['network', 'timeout'].includes(kindOf(error) ?? '') || isOfProxy(error);
/** The node gives its own refusals a shape. */
const isOfProxy = (error: unknown): boolean =>
  isLastmileError(error) && error.kind === 'unavailable' && error.shape === undefined;

/** Somebody else changed the record after it was read. */
export const isChangedMeanwhile = (error: unknown): boolean =>
  kindOf(error) === 'conflict' && parametersOf(error).includes('if_updated_at');

/** The parameters that the node found fault with. */
export const parametersOf = (error: unknown): readonly string[] =>
  isLastmileError(error) ? error.fields.map(({ parameter }) => parameter) : [];

/** One sentence for people. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isLost(error) && !(error instanceof NoAnswer)) return words.line.read;
  if (isLastmileError(error) && error.fields.length > 0) return sentencesOf(error.fields);
  const sentence = capitalised(error.message);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** What continues a sentence that begins with the parameter. */
const PREDICATE =
  /^(?:is|are|was|must|may|can|cannot|has|needs|does|applies|names|takes|receives|identifies|differs|contains) /;

/** `Password is not your password.` or `The wallet would rise to 10.00.` */
function sentencesOf(fields: LastmileError['fields']): string {
  const sentenceOfOne = ({ parameter, problem }: LastmileError['fields'][number]) =>
    `${capitalised(PREDICATE.test(problem) ? `${labelOf(parameter)} ${problem}` : problem)}.`;
  return fields.map(sentenceOfOne).join(' ');
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** As forms call it. */
const labelOf = (parameter: string): string =>
  (words.fields as Readonly<Record<string, string>>)[parameter] || parameter.replaceAll('_', ' ');

/** The faults of a form: by field where the form has it, the rest as sentences. */
export function formFaults(
  error: unknown,
  fields: readonly string[],
): { fields: Record<string, string>; rest: string } {
  const faults = isLastmileError(error) ? error.fields : [];
  const known = faults.filter(({ parameter }) => fields.includes(parameter));
  const others = faults.filter(({ parameter }) => !fields.includes(parameter));
  const rest = sentencesOf(others);
  return {
    fields: Object.fromEntries(known.map(({ parameter, problem }) => [parameter, problem])),
    rest: faults.length > 0 ? rest : sentenceOf(error),
  };
}
