import { describe, expect, it } from 'vitest';
import { commandComplaints } from '../../scripts/tidy/commands.ts';
import { markdownComplaints } from '../../scripts/tidy/markdown.ts';
import { sizeComplaints, unusedSizeExceptions } from '../../scripts/tidy/sizes.ts';
import { wordComplaints } from '../../scripts/tidy/words.ts';

const repository = {
  paths: ['src/core/tenancy/scope.ts', 'docs/guide.md'],
  texts: [{ path: 'src/core/tenancy/scope.ts', text: "export function scopeOf() { return '/lead/list'; }" }],
};

const complaintsAbout = (text: string) => markdownComplaints([{ path: 'docs/guide.md', text }], repository);

describe('Markdown', () => {
  it.each([
    '`core/tenancy/scope.ts`',
    '`src/core`',
    '`scope.ts`',
    '`guide.md`',
    '`scopeOf`',
    '`lead/list`',
    '[here](guide.md)',
  ])('may name %s, which exists', (text) => {
    expect(complaintsAbout(text)).toEqual([]);
  });

  it.each(['`core/gone.ts`', '`gone.ts`', '`scopeIn`', '`lead/gone`', '[here](gone.md)'])(
    'may not name %s, which does not',
    (text) => {
      expect(complaintsAbout(text)).toHaveLength(1);
    },
  );

  it('is not looked at where it is a command for the shell', () => {
    expect(complaintsAbout('```sh\nrun `gone.ts`\n```')).toEqual([]);
  });
});

describe("the operator's commands", () => {
  const page = '# Operator commands\n\n| Command |\n| `migrate [--dry-run]` | … |\n';

  it('are those of the CLI', () => {
    expect(commandComplaints(page, { migrate: { usage: '[--dry-run]' } })).toEqual([]);
  });

  it('are neither fewer nor more nor others', () => {
    expect(commandComplaints(page, { migrate: { usage: '' }, demo: { usage: '' } })).toHaveLength(3);
  });
});

describe('sizes', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `const v${at} = ${at};`).join('\n');

  it('of files and functions are bounded', () => {
    const files = [
      { path: 'src/long.ts', text: lines(171) },
      { path: 'src/function.ts', text: `function long() {\n${lines(50)}\n}` },
      { path: 'src/good.ts', text: `class Good { short() {\n${lines(40)}\n} }` },
      { path: 'test/long.ts', text: lines(1_000) },
    ];
    expect(sizeComplaints(files)).toEqual([
      'src/long.ts: has 171 lines, more than 170',
      'src/function.ts#long: has 52 lines, more than 50',
    ]);
  });

  it('need no exception that nothing uses', () => {
    const files = [{ path: 'src/short.ts', text: lines(3) }];
    expect(unusedSizeExceptions(files, { 'src/short.ts': 'was long once' })).toHaveLength(1);
  });
});

describe('retired words', () => {
  const complaints = (text: string) => wordComplaints([{ path: 'src/x.ts', text }]);

  it.each([
    'const desk = 1;',
    'authDoor.open()',
    '// answers leave behind the reading',
    'const MOST_ROWS = 3;',
    'hmacSlate()',
  ])('do not come back: %s', (text) => {
    expect(complaints(text)).toHaveLength(1);
  });

  it.each(['a node behind a reverse proxy', 'const MAX_ROWS = 3;', 'outdoors', 'almost', 'translate'])(
    'are not seen in %s',
    (text) => {
      expect(complaints(text)).toEqual([]);
    },
  );
});
