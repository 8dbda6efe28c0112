import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Output } from '../api/call.ts';

export const SCREENS = ['home', 'usage', 'bills', 'plan', 'help', 'account'] as const;
export const HIDDEN = ['pay', 'devices', 'renew'] as const;
export type Screen = (typeof SCREENS)[number] | (typeof HIDDEN)[number];

export type Overview = Output<'overview'>;
export type Service = Overview['services'][number];
export type Brand = Overview['isp'];

/** What every screen knows. */
export interface Place {
  readonly overview: Overview;
  /** The connection that the screens are about. */
  readonly service: Service;
  /** Reads the overview anew, after a change. */
  reload(): void;
  go(screen: Screen): void;
  choose(serviceid: number): void;
  hrefOf(screen: Screen): string;
}

export const PlaceContext = createContext<Place | null>(null);

export function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new Error('a screen is shown before the overview is there');
  return place;
}
