import { createContext, use } from 'react';
import type { Me } from './queries.ts';

/** Who is signed in. Set by the shell, inside which somebody always is. */
export const SignedIn = createContext<Me | null>(null);

export function useMe(): Me {
  const who = use(SignedIn);
  if (!who) throw new Error('nobody is signed in outside the shell');
  return who;
}

export type Permission = Me['permissions'][number];

export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useMe();
  return (permission) => permissions.includes(permission);
}
