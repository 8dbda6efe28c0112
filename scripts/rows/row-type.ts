import ts from 'typescript';

/** What a read asserts: the type of a row, or that it depends on the caller of the function, or nothing. */
export type Claim = { readonly type: ts.Type } | 'of the caller' | 'nothing';

export function claimOf(checker: ts.TypeChecker, call: ts.CallExpression): Claim {
  const type = rowTypeOf(checker, call);
  if (isOfCaller(type)) return 'of the caller';
  return type.flags & ts.TypeFlags.NonPrimitive ? 'nothing' : { type };
}

/** A read returns rows, an answer of `pg` with its `rows`, or a row. */
function rowTypeOf(checker: ts.TypeChecker, call: ts.CallExpression): ts.Type {
  const returned = checker.getTypeAtLocation(call);
  const awaited = checker.getAwaitedType(returned) ?? returned;
  const rows = awaited.getProperty('rows');
  return elementOf(checker, rows ? checker.getTypeOfSymbol(rows) : awaited);
}

const elementOf = (checker: ts.TypeChecker, type: ts.Type): ts.Type =>
  checker.isArrayType(type) ? (checker.getTypeArguments(type as ts.TypeReference)[0] ?? type) : type;

function isOfCaller(type: ts.Type): boolean {
  if (type.isUnionOrIntersection()) return type.types.some(isOfCaller);
  return (type.flags & ts.TypeFlags.Instantiable) !== 0;
}

/** The function that a read is in, for lists that outlive an edit above it. */
export function functionOf(call: ts.CallExpression): string {
  for (let node: ts.Node = call; !ts.isSourceFile(node); node = node.parent) {
    const { name } = node as { name?: ts.Node };
    const isNamed = ts.isFunctionLike(node) || ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node);
    if (isNamed && name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) && isCalled(node)) return name.text;
  }
  return 'the file';
}

/** Functions, and constants of the file that are made of one. */
const isCalled = (node: ts.Node): boolean => {
  if (ts.isFunctionLike(node)) return true;
  if (ts.isVariableDeclaration(node) && ts.isSourceFile(node.parent.parent.parent)) return true;
  const { initializer } = node as { initializer?: ts.Expression };
  return initializer !== undefined && ts.isFunctionLike(initializer);
};
