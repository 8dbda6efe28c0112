import { posix } from 'node:path';
import ts from 'typescript';

/** A call that reads rows and asserts their type. */
export interface Read {
  /** `src/areas/…/file.ts:12:25`: where the call begins, in lines and columns from 1. */
  readonly id: string;
  readonly call: ts.CallExpression;
}

/**
 * The functions that read rows of a type that their caller names: `query`, and those that pass their own type parameter to it.
 * They return the rows, or a row, as the database answered it.
 */
export const READERS: readonly { readonly name: string; readonly files: readonly string[] }[] = [
  { name: 'query', files: ['src/db/sql.ts', 'src/db/sql/run.ts'] },
  ...['readForUpdate', 'readShared', 'readRecord', 'lock'].map((name) => ({
    name,
    files: ['src/core/records/row-locks.ts'],
  })),
  ...['only', 'rowsOf', 'first'].map((name) => ({ name, files: ['src/areas/subscribers/overview/get.ts'] })),
];

/** The methods that do the same, of `pg` and of our connections. */
export const METHODS = ['query', 'commit'];

/** Files that hand the type parameter of a function on to `pg`. */
const ENGINE = [
  'src/db/sql/run.ts',
  'src/db/open-transaction.ts',
  'src/radius/state/batch/persistent-connection.ts',
  'src/radius/accounting/retrying-connection.ts',
];

/** All reads of a source file. `file` is its name, relative to the root of the project. */
export function readsOf(source: ts.SourceFile, file: string): Read[] {
  if (ENGINE.includes(file)) return [];
  const names = readersIn(source, file);
  const found: Read[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && (isReader(node, names) || isTypedMethod(node)))
      found.push({ id: `${file}:${placeOf(source, node)}`, call: node });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function placeOf(source: ts.SourceFile, node: ts.Node): string {
  const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source));
  return `${line + 1}:${character + 1}`;
}

const isReader = ({ expression }: ts.CallExpression, names: ReadonlySet<string>): boolean =>
  ts.isIdentifier(expression) && names.has(expression.text);

const isTypedMethod = ({ expression, typeArguments }: ts.CallExpression): boolean =>
  ts.isPropertyAccessExpression(expression) && METHODS.includes(expression.name.text) && typeArguments !== undefined;

/** The names by which a file knows the readers. */
function readersIn(source: ts.SourceFile, file: string): Set<string> {
  const names = new Set(READERS.filter(({ files }) => files.includes(file)).map(({ name }) => name));
  for (const statement of source.statements) {
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    if (!bindings || !ts.isNamedImports(bindings) || !ts.isImportDeclaration(statement)) continue;
    const from = posix.join(posix.dirname(file), (statement.moduleSpecifier as ts.StringLiteral).text);
    for (const { name, propertyName } of bindings.elements) {
      const imported = (propertyName ?? name).text;
      if (READERS.some((reader) => reader.name === imported && reader.files.includes(from))) names.add(name.text);
    }
  }
  return names;
}
