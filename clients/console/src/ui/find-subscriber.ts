type Search = Readonly<Record<string, string>>;

let open: (search: Search) => void = () => undefined;

/** Set by the palette. */
export function findWith(opener: (search: Search) => void): void {
  open = opener;
}

/** Opens the palette; the subscriber that is chosen is opened with `search` in the address, such as what to do there. */
export const findSubscriber = (search: Search): void => open(search);
