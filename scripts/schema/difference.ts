/** Lines of context around a change. */
const CONTEXT = 2;

/** The lines that differ, `-` for the first text and `+` for the second, with context; empty if the texts are equal. */
export function lineDifference(before: string, after: string): string {
  if (before === after) return '';
  const marked = mark(before.split('\n'), after.split('\n'));
  const near = marked.map((_, at) =>
    marked.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ sign }) => sign !== ' '),
  );
  return marked
    .flatMap(({ sign, line }, at) => {
      if (near[at]) return [`${sign} ${line}`];
      return near[at - 1] ? ['  …'] : [];
    })
    .join('\n');
}

interface Marked {
  readonly sign: ' ' | '-' | '+';
  readonly line: string;
}

/** A minimal diff: the longest common subsequence between the common prefix and suffix. */
function mark(before: readonly string[], after: readonly string[]): Marked[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const same = (line: string): Marked => ({ sign: ' ', line });
  return [
    ...before.slice(0, head).map(same),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...after.slice(after.length - tail).map(same),
  ];
}

function middle(before: readonly string[], after: readonly string[]): Marked[] {
  const common = commonLengths(before, after);
  const at = (row: number, column: number): number => common[row]?.[column] ?? 0;
  const result: Marked[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [left, right] = [before[row], after[column]];
    if (left !== undefined && left === right) {
      result.push({ sign: ' ', line: left });
      row++;
      column++;
    } else if (left !== undefined && (right === undefined || at(row + 1, column) >= at(row, column + 1))) {
      result.push({ sign: '-', line: left });
      row++;
    } else if (right !== undefined) {
      result.push({ sign: '+', line: right });
      column++;
    }
  }
  return result;
}

function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array[] {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const [here, below] = [rows[row], rows[row + 1]];
      if (!here || !below) continue;
      here[column] =
        before[row] === after[column]
          ? (below[column + 1] ?? 0) + 1
          : Math.max(below[column] ?? 0, here[column + 1] ?? 0);
    }
  }
  return rows;
}
