import type { Row } from '../../api/client.ts';

export type Event = Row<'audit.list'>;

interface Place {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** The record of a call: its name if it has one, and the screen that shows it. A new record has the name that it was given. */
export function targetOf({ procedure, target, target_name: known, input }: Named): {
  readonly name: string;
  readonly place: Place | undefined;
} {
  const [by = '', ...rest] = (target ?? '').split('=');
  const value = rest.join('=');
  const given = input?.name;
  if (by === 'resellerid' && procedure.endsWith('.create') && typeof given === 'string')
    return { name: given, place: undefined };
  const plain = by === 'name' || by === 'username' ? value : target === 'resellerid=0' ? '' : (target ?? '');
  return { name: known ?? plain, place: known === null ? undefined : placeOf(by, value) };
}

type Named = Pick<Event, 'procedure' | 'target' | 'target_name' | 'input'>;

function placeOf(by: string, value: string): Place | undefined {
  if (by === 'serviceid') return { to: `/subscribers/${value}` };
  if (by === 'customerid') return { to: '/subscribers', search: { customerid: value } };
  return undefined;
}
