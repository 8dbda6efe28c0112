import ts from 'typescript';
import type { Kind, Shape } from './shape.ts';

/**
 * Compares types with what was seen, and says what is wrong with them: one problem for each column, or field of its JSON. A value
 * may have the type of any member of a union.
 */
export class Comparison {
  readonly problems: string[] = [];
  readonly #checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  compareRows(type: ts.Type, shape: Shape): void {
    if (this.#checker.isTupleType(type))
      this.#compareColumns(this.#checker.getTypeArguments(type as ts.TypeReference), shape);
    else this.#compareAny(membersOf(type), shape, '');
  }

  /** Of rows that are arrays. */
  #compareColumns(types: readonly ts.Type[], { fields }: Shape): void {
    if (!fields) return;
    for (const at of Array(Math.max(types.length, Object.keys(fields.of).length)).keys()) {
      const field = fields.of[at];
      if (!types[at]) this.#say(`column ${at}`, 'is not in the type');
      else if (!field || field.seen < fields.objects) this.#say(`column ${at}`, 'is missing');
      else this.#compareAny(membersOf(types[at]), field.shape, `column ${at}`);
    }
  }

  #compareAny(members: readonly ts.Type[], shape: Shape, path: string): void {
    if (members.some(({ flags }) => flags & ts.TypeFlags.Unknown)) return;
    const empty = EMPTY.find(([flag]) => members.every(({ flags }) => flags & flag));
    if (empty) this.#say(path, `has the type ${empty[1]}`);
    else this.#compareKinds(members, shape, path);
  }

  #compareKinds(members: readonly ts.Type[], shape: Shape, path: string): void {
    const wrong = shape.kinds.filter((kind) => !members.some((member) => this.#takes(member, kind)));
    for (const kind of wrong)
      this.#say(path, kind === 'null' ? 'may be null' : `is ${kind}, not ${this.#shown(members)}`);
    this.#compareTexts(members, shape, path);
    this.#compareItems(members, shape, path);
    if (!wrong.includes('object')) this.#compareFields(members, shape, path);
  }

  /** A type that lists the texts must list all of them. */
  #compareTexts(members: readonly ts.Type[], { texts = [] }: Shape, path: string): void {
    const taking = members.filter((member) => this.#takes(member, 'string'));
    if (texts === 'many' || taking.length === 0 || !taking.every((member) => member.isStringLiteral())) return;
    const listed = taking.map(({ value }) => value);
    const unlisted = texts.filter((text) => !listed.includes(text));
    if (unlisted.length > 0)
      this.#say(path, `is ${unlisted.map((text) => `'${text}'`).join(', ')}, not one of its type`);
  }

  #compareItems(members: readonly ts.Type[], { items }: Shape, path: string): void {
    if (!items) return;
    const types = members
      .filter((member) => isList(this.#checker, member))
      .flatMap((member) => membersOf(this.#checker.getIndexTypeOfType(member, ts.IndexKind.Number)));
    if (types.length > 0) this.#compareAny(types, items, `${path}[]`);
  }

  #compareFields(members: readonly ts.Type[], { fields }: Shape, path: string): void {
    const objects = members.filter((member) => this.#takes(member, 'object'));
    if (!fields || objects.length === 0 || objects.some(({ flags }) => flags & ts.TypeFlags.NonPrimitive)) return;
    for (const name of this.#requiredBy(objects)) {
      if ((fields.of[name]?.seen ?? 0) < fields.objects) this.#say(joined(path, name), 'is missing');
    }
    for (const [name, { shape }] of Object.entries(fields.of)) {
      const types = objects.flatMap((object) => this.#fieldTypes(object, name));
      if (types.length > 0) this.#compareAny(types, shape, joined(path, name));
      else this.#say(joined(path, name), 'is not in the type');
    }
  }

  /** The fields that no member can do without. */
  #requiredBy(objects: readonly ts.Type[]): string[] {
    const required = objects.map((object) =>
      this.#checker
        .getPropertiesOfType(object)
        .filter(({ flags }) => !(flags & ts.SymbolFlags.Optional))
        .map(({ name }) => name),
    );
    return (required[0] ?? []).filter((name) => required.every((names) => names.includes(name)));
  }

  #fieldTypes(object: ts.Type, name: string): readonly ts.Type[] {
    const property = this.#checker.getPropertyOfType(object, name);
    if (property) return membersOf(this.#checker.getTypeOfSymbol(property));
    return membersOf(this.#checker.getIndexTypeOfType(object, ts.IndexKind.String));
  }

  #takes(member: ts.Type, kind: Kind): boolean {
    if (member.flags & ts.TypeFlags.NonPrimitive) return kind === 'object' || kind === 'array';
    if (member.isIntersection()) {
      // A text with a brand is a text.
      const primitive = member.types.filter(
        ({ flags }) => !(flags & (ts.TypeFlags.Object | ts.TypeFlags.NonPrimitive)),
      );
      if (primitive.length > 0) return primitive.some((part) => this.#takes(part, kind));
      return kind === 'object';
    }
    if (member.flags & ts.TypeFlags.Object) return objectKind(this.#checker, member) === kind;
    return (member.flags & (PRIMITIVES[kind] ?? 0)) !== 0;
  }

  #shown(members: readonly ts.Type[]): string {
    return members.map((member) => this.#checker.typeToString(member)).join(' | ');
  }

  #say(path: string, what: string): void {
    this.problems.push(`${path || 'the row'} ${what}`);
  }
}

/** Types that say nothing about a value, or allow none. */
const EMPTY: readonly [ts.TypeFlags, string][] = [
  [ts.TypeFlags.Any, 'any'],
  [ts.TypeFlags.Never, 'never'],
];

const PRIMITIVES: Partial<Record<Kind, ts.TypeFlags>> = {
  null: ts.TypeFlags.Null,
  string: ts.TypeFlags.StringLike,
  number: ts.TypeFlags.NumberLike,
  boolean: ts.TypeFlags.BooleanLike,
  bigint: ts.TypeFlags.BigIntLike,
};

/** None for a type that does not exist. */
function membersOf(type: ts.Type | undefined): readonly ts.Type[] {
  if (!type) return [];
  return type.isUnion() ? type.types : [type];
}

/** An interface may extend a list, as that of JSON does. */
const isList = (checker: ts.TypeChecker, type: ts.Type): boolean =>
  checker.isArrayType(type) ||
  checker.isTupleType(type) ||
  (type.isClassOrInterface() && checker.getBaseTypes(type).some((base) => isList(checker, base)));

function objectKind(checker: ts.TypeChecker, type: ts.Type): Kind {
  if (isList(checker, type)) return 'array';
  const name = type.symbol?.name;
  if (name === 'Date') return 'Date';
  return name === 'Buffer' || name === 'Uint8Array' ? 'Buffer' : 'object';
}

const joined = (path: string, name: string): string => (path ? `${path}.${name}` : name);
