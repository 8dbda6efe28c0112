/** The id of a part of a draft that is saved before the rows that refer to it. @throws Error if it has none yet */
export function idOf<Id extends number | bigint>({ id }: { readonly id?: Id }): Id {
  if (id === undefined) throw new Error('a part of a draft is referred to before it is saved');
  return id;
}
