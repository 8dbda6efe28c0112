import { HIDDEN, SCREENS, type Screen } from '../ui/place.ts';

/** What the address says: `/my/7/usage`. */
export interface Route {
  readonly ispid: number | undefined;
  readonly screen: Screen;
}

const NAMES: readonly string[] = [...SCREENS, ...HIDDEN];
const isScreen = (name: string | undefined): name is Screen => name !== undefined && NAMES.includes(name);

export function readRoute(path = location.pathname): Route {
  const parts = path.split('/').filter(Boolean).slice(1);
  const [first, second] = /^[1-9]\d{0,9}$/.test(parts[0] ?? '') ? parts : [undefined, parts[0]];
  return { ispid: first === undefined ? undefined : Number(first), screen: isScreen(second) ? second : 'home' };
}

export function pathOf({ ispid, screen }: Route): string {
  return ['/my', ispid, screen === 'home' ? undefined : screen].filter((part) => part !== undefined).join('/');
}
