import type { Terminal } from './command.ts';

const LINE_EVERY_MS = 10_000;
const BAR_EVERY_MS = 200;
const WIDTH = 30;

/** Shows how much is done: a bar where lines can be overwritten, else a line every ten seconds. */
export function progressOn({ say, overwrite }: Terminal): {
  show(done: number, total: number | undefined): void;
  end(): void;
} {
  const began = Date.now();
  let shown = began;
  return {
    show(done, total) {
      const now = Date.now();
      if (now - shown < (overwrite ? BAR_EVERY_MS : LINE_EVERY_MS)) return;
      shown = now;
      const rate = Math.round((done * 1_000) / (now - began));
      const of = total === undefined ? '' : ` of about ${total}`;
      if (overwrite) overwrite(`${bar(done, total)} ${done}${of} rows, ${rate} a second`);
      else say(`${done}${of} rows, ${rate} a second.`);
    },
    end: () => overwrite?.(''),
  };
}

function bar(done: number, total: number | undefined): string {
  if (!total) return '';
  const filled = Math.min(WIDTH, Math.floor((done / total) * WIDTH));
  return `[${'='.repeat(filled)}${' '.repeat(WIDTH - filled)}]`;
}
