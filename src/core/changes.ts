/**
 * The given ones of an update's fields: what was left out stays as it is. (Prisma takes `undefined` for "leave it" too, but
 * not under exact optional types.)
 */
export function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** A field as it will be after an update: undefined where it is unset. */
export function after<T>(change: T | null | undefined, stored: T | null): T | undefined {
  return (change === undefined ? stored : change) ?? undefined;
}
