/**
 * The given ones of an update's fields: what was left out stays as it is. (Prisma takes `undefined` for "leave it" too, but
 * not under exact optional types.)
 */
export function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
