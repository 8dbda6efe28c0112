import { createHash } from 'node:crypto';
import type { AllowedLocation } from '../../../../core/tenancy/allowed-location.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import type { Wanted } from '../wanted.ts';

/**
 * The same for all who would see the same report: those who see one part of an ISP, and no wider or narrower one. An Employee whose
 * locations have changed meanwhile has another key, so what was prepared for the former ones is not theirs any more.
 */
export function keyOf({ report, input, scope }: Pick<Wanted, 'report' | 'input' | 'scope'>): string {
  const parameters = Object.entries(input).sort(([one], [other]) => one.localeCompare(other));
  const parts = [scope.resellerId, locationsOf(scope), report.name, parameters];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** An Employee's locations as JSON, in one order. */
export function locationsOf({ locations }: Scope): readonly AllowedLocation[] | null {
  const byId = <T extends { readonly id: number }>(all: readonly T[]) =>
    [...all].sort((one, other) => one.id - other.id);
  if (locations === null) return null;
  return byId(locations).map(({ id, code, subs }) => ({
    ...{ id, code },
    subs: subs && byId(subs).map((sub) => ({ id: sub.id, code: sub.code })),
  }));
}
