import type { Readable } from 'node:stream';

/** A longer line is passed on in pieces. */
const MAX_LINE = 1 << 20;

/** Passes on what a process writes, a line at a time, so that the lines of several do not mix. */
export function forwardLines(from: Readable, write: (lines: string) => void): void {
  let unfinished = '';
  from.setEncoding('utf8');
  from.on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) {
      write(unfinished + text.slice(0, end));
      unfinished = text.slice(end);
    } else unfinished += text;
    if (unfinished.length > MAX_LINE) finish();
  });
  from.once('end', finish);

  function finish(): void {
    if (unfinished !== '') write(`${unfinished}\n`);
    unfinished = '';
  }
}
