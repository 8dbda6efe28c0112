import type { Facts } from './facts.ts';
import { filledIn, onOneLine } from './placeholders.ts';

export interface Texts {
  readonly subject: string | null;
  readonly body: string;
}

/** The texts of a notice with the values of a service. A subject is one line. */
export const rendered = ({ subject, body }: Texts, { values }: Pick<Facts, 'values'>): Texts => ({
  subject: subject === null ? null : onOneLine(filledIn(subject, values)),
  body: filledIn(body, values),
});
