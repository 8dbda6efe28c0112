import { problemOf } from '../../db/problem.ts';
import { parameterFault } from '../fault.ts';

/** Runs an update; a violated unique key becomes a fault that names `parameter`, which gave the new value. */
export async function reportTakenAs<T>(parameter: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (problemOf(error)?.kind !== 'unique') throw error;
    throw parameterFault('conflict', parameter, 'is already taken', { cause: error });
  }
}
