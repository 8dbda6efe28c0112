import ts from 'typescript';
import { sqlMutations } from './sql-text.ts';

/** A place in a source file, and what a mutant has there instead. */
export interface Site {
  readonly start: number;
  readonly end: number;
  /** What replaces the expression. */
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
  /** `>= → > in: validUpto >= today` */
  readonly change: string;
  /** Evaluated when the module is loaded, instead of in a function. */
  readonly isStatic: boolean;
}

const OPERATORS: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
};

/** Of numbers and of `Decimal`. */
const METHODS = new Map([
  ...both('min', 'max'),
  ...both('plus', 'minus'),
  ...both('greaterThan', 'greaterThanOrEqualTo'),
  ...both('lessThan', 'lessThanOrEqualTo'),
]);

function both(one: string, other: string): [string, string][] {
  return [
    [one, other],
    [other, one],
  ];
}

/** The mutants of a file: one for each decision that could be another. The order is that of the text. */
export function sitesOf(path: string, source: string): Site[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const sites: Site[] = [];
  const visit = (node: ts.Node, isStatic: boolean): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isEnumDeclaration(node)) return;
    const start = node.getStart(file);
    for (const { text, change, at = start } of mutationsOf(node, file)) {
      const { line } = file.getLineAndCharacterOfPosition(at);
      sites.push({ start, end: node.end, text, line: line + 1, change, isStatic });
    }
    const inside = isStatic && !ts.isFunctionLike(node);
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  ts.forEachChild(file, (child) => visit(child, true));
  return sites.sort((a, b) => a.start - b.start || b.end - a.end);
}

interface Mutation {
  readonly text: string;
  readonly change: string;
  /** Where the change is, if not at the begin of the expression. */
  readonly at?: number;
}

function mutationsOf(node: ts.Node, file: ts.SourceFile): Mutation[] {
  const own = ownMutations(node, file);
  if (!isCondition(node) || isEquality(node)) return own;
  const source = node.getText(file);
  return [...own, { text: `!(${source})`, change: `negated: ${short(source)}` }];
}

function ownMutations(node: ts.Node, file: ts.SourceFile): Mutation[] {
  if (ts.isBinaryExpression(node)) return ofOperator(node, file);
  if (ts.isCallExpression(node)) return ofMethod(node, file);
  if (ts.isNumericLiteral(node)) return ofNumber(node, file);
  if (ts.isTaggedTemplateExpression(node) || ts.isTemplateLiteral(node)) return ofTemplate(node, file);
  return [];
}

function ofOperator(node: ts.BinaryExpression, file: ts.SourceFile): Mutation[] {
  const { left, right, operatorToken } = node;
  const other = OPERATORS[operatorToken.kind];
  const isText = [left, right].some((side) => ts.isStringLiteral(side) || ts.isTemplateLiteral(side));
  if (other === undefined || (operatorToken.kind === ts.SyntaxKind.PlusToken && isText)) return [];
  const text = `(${left.getText(file)}) ${other} (${right.getText(file)})`;
  return [{ text, change: `${operatorToken.getText(file)} → ${other} in: ${short(node.getText(file))}` }];
}

function ofMethod(node: ts.CallExpression, file: ts.SourceFile): Mutation[] {
  const { expression } = node;
  // Parentheses would end an optional chain.
  if (!ts.isPropertyAccessExpression(expression) || ts.isOptionalChain(node)) return [];
  const { name } = expression;
  const other = METHODS.get(name.text);
  if (other === undefined) return [];
  const text = file.text.slice(node.getStart(file), name.getStart(file)) + other + file.text.slice(name.end, node.end);
  return [{ text, change: `${name.text} → ${other} in: ${short(node.getText(file))}`, at: name.getStart(file) }];
}

/** Larger ones are sizes of caches and hashes, where one more decides nothing. */
const MAX_NUMBER = 366;

function ofNumber(node: ts.NumericLiteral, file: ts.SourceFile): Mutation[] {
  const { parent } = node;
  if ('name' in parent && parent.name === node) return [];
  const value = Number(node.text);
  if (value > MAX_NUMBER) return [];
  const others = value === 0 ? [1] : [value + 1, value - 1];
  return others.map((other) => ({
    text: String(other),
    change: `${value} → ${other} in: ${short(parent.getText(file))}`,
  }));
}

function ofTemplate(node: ts.TemplateLiteral | ts.TaggedTemplateExpression, file: ts.SourceFile): Mutation[] {
  // The mutants of a tagged template are those of its tag.
  if (ts.isTaggedTemplateExpression(node.parent)) return [];
  const isSql = ts.isTaggedTemplateExpression(node) && node.tag.getText(file) === 'sql';
  const template = ts.isTaggedTemplateExpression(node) ? node.template : node;
  const parts = ts.isNoSubstitutionTemplateLiteral(template)
    ? [template]
    : [template.head, ...template.templateSpans.map(({ literal }) => literal)];
  if (!isSql && !parts.some((part) => /\b(SELECT|WHERE|UPDATE|INSERT)\b/.test(part.text))) return [];
  const from = node.getStart(file);
  return parts.flatMap((part) => {
    const start = part.getStart(file);
    return sqlMutations(part.getText(file)).map(({ text, change, index }) => ({
      text: file.text.slice(from, start) + text + file.text.slice(part.end, node.end),
      change,
      at: start + index,
    }));
  });
}

function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  return (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) && parent.expression === node;
}

/** Negated, it is the other operator. */
const isEquality = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node) &&
  (node.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken ||
    node.operatorToken.kind === ts.SyntaxKind.ExclamationEqualsEqualsToken);

const MAX_SHOWN = 90;

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
}
