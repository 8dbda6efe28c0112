const OTHERS: Record<string, string> = {
  '>=': '>',
  '>': '>=',
  '<=': '<',
  '<': '<=',
  '+': '-',
  '-': '+',
  'least(': 'greatest(',
  'greatest(': 'least(',
  ' OR ': ' AND ',
};

/** Operators have a blank on both sides, so that `->`, `=>` and `'-'` are none. */
const DECISION = /(?<= )(?:>=|<=|>|<|\+|-)(?= |$)|\b(?:least|greatest)\(| OR /g;

const AROUND = 30;

interface SqlMutation {
  readonly text: string;
  readonly change: string;
  /** Where in the text the decision is. */
  readonly index: number;
}

/** What is quoted in SQL is text, such as `'%s + %s'`. */
const QUOTED = /'[^']*'/g;

/** A text of SQL with one decision changed, for each decision in it. */
export function sqlMutations(text: string): SqlMutation[] {
  const unquoted = text.replace(QUOTED, (quoted) => "'".repeat(quoted.length));
  return [...unquoted.matchAll(DECISION)].map(({ 0: found, index }) => {
    const other = OTHERS[found] ?? found;
    const around = text.slice(Math.max(0, index - AROUND), index + found.length + AROUND).replace(/\s+/g, ' ');
    return {
      text: text.slice(0, index) + other + text.slice(index + found.length),
      change: `${found.trim()} → ${other.trim()} in SQL: ${around.trim()}`,
      index,
    };
  });
}
