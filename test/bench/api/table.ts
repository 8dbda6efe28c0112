type Cell = string | number;

/** Prints the head at once and each row as it comes. */
export function table(head: readonly string[], say: (line: string) => void): (row: readonly Cell[]) => void {
  const widths = head.map((name, at) => (at === 0 ? 26 : Math.max(7, name.length)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ');
  say(`\n${line(head)}`);
  return (row) => say(line(row.map(shown)));
}

/** Three digits are more than a run is worth. */
function shown(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  if (Number.isInteger(cell) || cell >= 100) return cell.toFixed(0);
  return cell >= 10 ? cell.toFixed(1) : cell.toFixed(2);
}
