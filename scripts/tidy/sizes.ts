import ts from 'typescript';
import type { TextFile } from './file.ts';

/** CONTRIBUTING.md says about 150 lines a file, and that a function fits a screen. */
const MAX_FILE_LINES = 170;
const MAX_FUNCTION_LINES = 50;
/** A component of the console is markup too, which the formatter writes one attribute a line. */
const MAX_COMPONENT_LINES = 75;

/** Tests are tables of sentences, which a `describe` holds together. */
const UNLIMITED = /^test\//;

/** Files, or functions as `file#name`, that are longer, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'clients/console/src/screens/subscribers/subscriber-list.tsx': 'a table of columns and one of filters',
  'clients/console/src/screens/subscribers/subscriber-list.tsx#columns': 'a table: one entry a column',
  'src/areas/installation/tenants/tenancy.ts': 'a table: one entry a table of the database',
  'src/jobs/schedule.ts': 'a table: one entry a job',
};

/** Dictionaries and the words of pages are one table each, as long as what they list. */
const TABLES = /^src\/radius\/protocol\/dictionary\/|^clients\/(console|portal)\/src\/words\//;

export function sizeComplaints(files: readonly TextFile[]): string[] {
  return measured(files)
    .filter(({ name, lines, limit }) => lines > limit && !(name in EXCEPTIONS))
    .map(({ name, lines, limit }) => `${name}: has ${lines} lines, more than ${limit}`);
}

/** An exception that nothing needs any more would let the next long file pass. */
export function unusedSizeExceptions(files: readonly TextFile[], exceptions = EXCEPTIONS): string[] {
  const long = new Set(
    measured(files)
      .filter(({ lines, limit }) => lines > limit)
      .map(({ name }) => name),
  );
  return Object.keys(exceptions)
    .filter((name) => !long.has(name))
    .map((name) => `scripts/tidy/sizes.ts: ${name} needs no exception`);
}

interface Measured {
  readonly name: string;
  readonly lines: number;
  readonly limit: number;
}

function measured(files: readonly TextFile[]): Measured[] {
  return files
    .filter(({ path }) => !UNLIMITED.test(path) && !TABLES.test(path))
    .flatMap(({ path, text }) => [
      { name: path, lines: text.trimEnd().split('\n').length, limit: MAX_FILE_LINES },
      ...functionsIn(path, text),
    ]);
}

/** Named functions and methods, from their name to their closing brace; what is nested counts with what is around it. */
function functionsIn(path: string, text: string): Measured[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Measured[] = [];
  const visit = (node: ts.Node): void => {
    if (isFunction(node)) {
      const first = file.getLineAndCharacterOfPosition(node.getStart(file)).line;
      const last = file.getLineAndCharacterOfPosition(node.end).line;
      found.push({
        name: `${path}#${nameOf(node)}`,
        lines: last - first + 1,
        limit: path.endsWith('.tsx') ? MAX_COMPONENT_LINES : MAX_FUNCTION_LINES,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isFunction(node: ts.Node): node is ts.FunctionLikeDeclaration {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

function nameOf(node: ts.FunctionLikeDeclaration): string {
  if (node.name) return node.name.getText();
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  return ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : 'anonymous';
}
