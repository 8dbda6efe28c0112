import type { Output } from '../../api/client.ts';

export type Network = Output<'nas.network'>;
export type Node = Network['nases'][number];

/** NASes of a location. `key`: its code, empty for those without. */
export interface Group {
  readonly key: string;
  readonly name: string;
  readonly nases: readonly Node[];
  readonly online: number;
}

/** Does it need somebody? */
export const isTroubled = ({ silent, alerts }: Node): boolean => silent || alerts > 0;

const codeOf = ({ location_code }: Node): string => location_code ?? '';
const byName = new Intl.Collator(undefined, { numeric: true }).compare;
const troubles = ({ nases }: Group): number => nases.filter(isTroubled).length;

/** By location: where most needs attention first, then by name; NASes without a location last. */
export function groupsOf(nases: readonly Node[], nowhere: string): readonly Group[] {
  const codes = new Set(nases.map(codeOf));
  const found = [...codes].map((code) => [code, nases.filter((nas) => codeOf(nas) === code)] as const);
  return found
    .map(([key, of]) => ({
      key,
      name: of[0]?.location ?? nowhere,
      nases: of.toSorted((a, b) => Number(isTroubled(b)) - Number(isTroubled(a)) || byName(a.name, b.name)),
      online: sumOf(of, 'online'),
    }))
    .toSorted(
      (a, b) => troubles(b) - troubles(a) || Number(a.key === '') - Number(b.key === '') || byName(a.name, b.name),
    );
}

/** Of those whose figures the caller sees. */
export const sumOf = (nases: readonly Node[], of: 'online' | 'dl' | 'ul'): number =>
  nases.reduce((sum, nas) => sum + (nas[of] ?? 0), 0);
