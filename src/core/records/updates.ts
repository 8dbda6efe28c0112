/** Drops the `undefined` fields of an update. (Prisma ignores them, but exact optional types forbid passing them.) */
export function definedFields<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** The fields of a new record, all of them: null is what is not given. */
export function emptyAsNull<T extends object>(fields: T): { [K in keyof T]-?: Exclude<T[K], undefined> | null } {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value ?? null])) as {
    [K in keyof T]-?: Exclude<T[K], undefined> | null;
  };
}

/** The value of a nullable field after an update. `change`: undefined keeps the stored value, null unsets the field. */
export function updatedValue<T>(change: T | null | undefined, stored: T | null): T | undefined {
  return (change === undefined ? stored : change) ?? undefined;
}
