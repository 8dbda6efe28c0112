import { parseArgs } from 'node:util';

export interface Options {
  /** Globs of source files; `!` before one leaves them out. */
  readonly files: readonly string[];
  /** How many mutants to try; undefined: all. */
  readonly sample: number | undefined;
  /** Which ones a sample takes. */
  readonly seed: number;
  readonly minutes: number;
  /** Globs of test files. */
  readonly tests: readonly string[];
  /** Leave out the tests on a database. */
  readonly quick: boolean;
  /** Try only what the last run of these files has not killed. */
  readonly again: boolean;
}

/** They say where a text stands on a page, which is no rule of money. */
const LAYOUT = [
  ...['closing', 'fonts', 'heading', 'how-to-pay', 'invoice-pdf', 'sfnt', 'sheet', 'table', 'tax-columns'],
  ...['text-writer', 'totals'],
].map((name) => `src/areas/money/invoices/pdf/${name}.ts`);

/** Where the rules of money and of access stand. */
const RULES = [
  ...['src/areas/money/**/*.ts', 'src/radius/policy/**/*.ts'],
  ...[...LAYOUT, 'src/areas/money/payments/receipt/receipt-pdf.ts'].map((path) => `!${path}`),
];

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      files: { type: 'string', multiple: true, default: RULES },
      sample: { type: 'string' },
      seed: { type: 'string' },
      tests: { type: 'string', multiple: true, default: ['test/**/*.test.ts'] },
      quick: { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '120' },
    },
  });
  return {
    files: values.files,
    sample: values.sample === undefined ? undefined : Number(values.sample),
    seed: values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed),
    minutes: Number(values.minutes),
    tests: values.tests,
    quick: values.quick,
    again: values.again,
  };
}
