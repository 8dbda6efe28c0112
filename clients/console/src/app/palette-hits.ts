import type { Row } from '../api/client.ts';
import type { Me } from '../api/queries.ts';
import type { IconName } from '../ui/icons.tsx';
import { words } from '../words/words.ts';
import { placesFor } from './navigation.ts';

/** A line of the palette, and where it leads. */
export interface Hit {
  readonly key: string;
  readonly icon: IconName;
  readonly title: string;
  readonly detail: string;
  readonly kind: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

type Found = Row<'search.find'>;

const TARGETS: Readonly<Record<Found['kind'], { icon: IconName; leads: (id: number) => Pick<Hit, 'to' | 'search'> }>> =
  {
    service: { icon: 'user', leads: (id) => ({ to: `/subscribers/${id}` }) },
    customer: { icon: 'users', leads: (id) => ({ to: '/subscribers', search: { customerid: String(id) } }) },
    lead: { icon: 'funnel', leads: (id) => ({ to: '/leads', search: { leadid: String(id) } }) },
    invoice: { icon: 'receipt', leads: (id) => ({ to: '/invoices', search: { id: String(id) } }) },
    nas: { icon: 'router', leads: (id) => ({ to: '/nas', search: { id: String(id) } }) },
  };

export function recordHits(found: readonly Found[]): Hit[] {
  return found.map(({ kind, id, title, detail }) => ({
    key: `${kind}-${id}`,
    icon: TARGETS[kind].icon,
    title,
    detail: detail ?? '',
    kind: words.palette.kinds[kind],
    ...TARGETS[kind].leads(id),
  }));
}

/** The places whose name contains the text. */
export function placeHits(text: string, who: Me): Hit[] {
  const wanted = text.trim().toLowerCase();
  return placesFor(who)
    .flatMap(({ to, name, icon, parts = [{ to, name }] }) => parts.map((part) => ({ ...part, icon })))
    .map(({ to, name, icon }) => ({
      key: to,
      to,
      icon,
      title: words.shell.screens[name],
      detail: '',
      kind: words.palette.places,
    }))
    .filter(({ title }) => title.toLowerCase().includes(wanted));
}
