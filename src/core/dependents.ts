import { Fault } from './fault.ts';

/** How many records of each sort depend on one that is to be deleted, by their name in the plural. */
export type Dependents = Readonly<Record<string, number>>;

/** A record that something depends on is not deleted; the caller is told what stands in the way. */
export function refuseWhileUsed(what: string, dependents: Dependents): void {
  const found = Object.entries(dependents).filter(([, count]) => count > 0);
  if (found.length === 0) return;
  throw new Fault('conflict', `${what} still has ${found.map(([name, count]) => `${count} ${name}`).join(', ')}`);
}
