import type { Filter } from './filters.ts';

type Address = Readonly<Record<string, string>>;

/** What a list shows: the texts of its filters and of its order, as an address has them, and its columns. */
export interface Look {
  readonly address: Address;
  readonly columns: readonly string[];
}

/** A look at a list that somebody has given a name. */
export interface View extends Look {
  readonly name: string;
}

/** The longest name of a view. */
export const NAME_LENGTH = 60;

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function isView(value: unknown): value is View {
  if (typeof value !== 'object' || value === null) return false;
  const { name, address, columns } = value as Partial<Record<keyof View, unknown>>;
  if (typeof name !== 'string' || typeof address !== 'object' || address === null) return false;
  return areTexts(Object.values(address)) && areTexts(columns);
}

/** The views that a browser has kept; what else it may have kept there is none. */
export const viewsIn = (stored: unknown): readonly View[] => (Array.isArray(stored) ? stored.filter(isView) : []);

const partsOf = (filters: readonly Filter[]) => [...filters.map(({ key }) => key), 'sort', 'order'];

/** What of an address concerns the list. */
export function lookAt(filters: readonly Filter[], address: Address, columns: readonly string[]): Look {
  const set = partsOf(filters).flatMap((key) => (address[key] ? [[key, address[key]] as const] : []));
  return { address: Object.fromEntries(set), columns };
}

/** The changes that lead from any address of the list to that of a look. */
export const changesTo = (filters: readonly Filter[], { address }: Look): Record<string, string | undefined> =>
  Object.fromEntries(partsOf(filters).map((key) => [key, address[key]]));

/** Whether both show the same; the columns stand in the order of the list, whenever they were chosen. */
export function areAlike(one: Look, other: Look): boolean {
  const textOf = ({ address, columns }: Look) =>
    JSON.stringify([Object.entries(address).sort(byKey), [...columns].sort()]);
  return textOf(one) === textOf(other);
}

const byKey = ([one]: readonly [string, string], [other]: readonly [string, string]) => (one < other ? -1 : 1);

export const named = (views: readonly View[], name: string): View | undefined =>
  views.find((view) => view.name.toLowerCase() === name.trim().toLowerCase());

/** With a view in the place of the one of its name, by name. */
export const withView = (views: readonly View[], view: View): readonly View[] =>
  [...withoutView(views, view.name), view].sort((one, other) => one.name.localeCompare(other.name));

export const withoutView = (views: readonly View[], name: string): readonly View[] => {
  const gone = named(views, name);
  return views.filter((view) => view !== gone);
};
