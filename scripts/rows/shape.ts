/** What kinds of values were seen at one place: of a column, or inside its JSON. */
export interface Shape {
  kinds: Kind[];
  /** The texts themselves, while they are few and short: their type may name each. */
  texts?: string[] | 'many';
  /** Of arrays. */
  items?: Shape;
  /** Of objects, and of rows. */
  fields?: Fields;
}

interface Fields {
  /** How many objects there were. */
  objects: number;
  of: Record<string, Field>;
}

interface Field {
  /** How many of the objects have it. */
  seen: number;
  shape: Shape;
}

export type Kind = 'null' | 'string' | 'number' | 'boolean' | 'bigint' | 'Date' | 'Buffer' | 'array' | 'object';

const MAX_TEXTS = 40;
const MAX_TEXT = 40;
/** An object with more is a map, whose fields are alike. */
const MAX_FIELDS = 100;
/** Stands for the fields of a map that are too many to note. */
const OTHERS = '*';

export const newShape = (): Shape => ({ kinds: [] });

export function noteValue(shape: Shape, value: unknown): void {
  const kind = kindOf(value);
  noteKind(shape, kind);
  if (kind === 'string') noteText(shape, value as string);
  if (kind === 'array') for (const item of value as unknown[]) noteValue(itemsOf(shape), item);
  if (kind === 'array') itemsOf(shape);
  if (kind === 'object') noteObject(shape, value as object);
}

/** Adds what another run, or another process, has seen. */
export function mergeShapes(into: Shape, other: Shape): void {
  for (const kind of other.kinds) noteKind(into, kind);
  if (other.texts === 'many') into.texts = 'many';
  else for (const text of other.texts ?? []) noteText(into, text);
  if (other.items) mergeShapes(itemsOf(into), other.items);
  if (!other.fields) return;
  const fields = fieldsOf(into);
  fields.objects += other.fields.objects;
  for (const [name, { seen, shape }] of Object.entries(other.fields.of)) {
    const field = fieldNamed(fields, name);
    field.seen += seen;
    mergeShapes(field.shape, shape);
  }
}

export function noteKind(shape: Shape, kind: Kind): void {
  if (!shape.kinds.includes(kind)) shape.kinds.push(kind);
}

function noteObject(shape: Shape, value: object): void {
  const fields = fieldsOf(shape);
  fields.objects++;
  for (const [name, part] of Object.entries(value)) {
    const field = fieldNamed(fields, name);
    field.seen++;
    noteValue(field.shape, part);
  }
}

function noteText(shape: Shape, text: string): void {
  shape.texts ??= [];
  if (shape.texts === 'many' || shape.texts.includes(text)) return;
  if (text.length > MAX_TEXT || shape.texts.length >= MAX_TEXTS) shape.texts = 'many';
  else shape.texts.push(text);
}

function itemsOf(shape: Shape): Shape {
  shape.items ??= newShape();
  return shape.items;
}

export function fieldsOf(shape: Shape): Fields {
  shape.fields ??= { objects: 0, of: {} };
  return shape.fields;
}

/** Of a map with many fields, those that come late share one. */
export function fieldNamed(fields: Fields, name: string): Field {
  const known = fields.of[name];
  if (known) return known;
  const noted = Object.keys(fields.of).length < MAX_FIELDS ? name : OTHERS;
  fields.of[noted] ??= { seen: 0, shape: newShape() };
  return fields.of[noted];
}

function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return 'Date';
  if (value instanceof Uint8Array) return 'Buffer';
  if (Array.isArray(value)) return 'array';
  return typeof value as Kind;
}
