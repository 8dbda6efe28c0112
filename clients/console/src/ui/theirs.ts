/** Whose value of a field counts. */
export type Side = 'mine' | 'theirs';

/** A field that somebody else changed while the form was open. */
export interface Theirs {
  readonly mine: string;
  readonly theirs: string;
  /** Undefined: not chosen yet, since both changed it. */
  readonly side: Side | undefined;
}

type Texts = Readonly<Record<string, string>>;
type All = Readonly<Record<string, Theirs>>;

interface Changed {
  /** The record as the form was opened with it, and as it is. */
  readonly before: Texts;
  readonly now: Texts;
  /** What the form shows. */
  readonly values: Texts;
  /** What was found at an earlier refusal. */
  readonly earlier: All;
}

/** The fields whose stored value is another one than when the form was opened, unless one has typed the same. */
export function theirsOf({ before, now, values, earlier }: Changed): All {
  const entries = Object.entries(now).flatMap(([name, theirs]): [string, Theirs][] => {
    const mine = values[name] ?? '';
    if (theirs === before[name]) return earlier[name] ? [[name, earlier[name]]] : [];
    if (theirs === mine) return [];
    // What one has not touched is theirs.
    return [[name, { mine, theirs, side: mine === before[name] ? 'theirs' : undefined }]];
  });
  return Object.fromEntries(entries);
}

/** After a choice for one field. */
export function chosen(all: All, name: string, choice: Partial<Theirs>): All {
  const one = all[name];
  return one ? { ...all, [name]: { ...one, ...choice } } : all;
}

export const isUndecided = (all: All): boolean => Object.values(all).some(({ side }) => side === undefined);
