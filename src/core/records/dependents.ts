import { Fault } from '../fault.ts';

/** How many records of each type depend on the one to delete, by plural name (`services`). */
export type Dependents = Readonly<Record<string, number>>;

/** @throws Fault of kind `conflict` that names the dependents, if there are any */
export function refuseWhileUsed(what: string, dependents: Dependents): void {
  const found = Object.entries(dependents).filter(([, count]) => count > 0);
  if (found.length === 0) return;
  throw new Fault('conflict', `${what} still has ${found.map(([name, count]) => `${count} ${name}`).join(', ')}`);
}
