import { problemOf } from '../db/problem.ts';
import { Fault } from './fault.ts';

/** Runs an update whose new name or code comes in a parameter of its own: where it is taken, that parameter is named. */
export async function renamed<T>(parameter: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (problemOf(error)?.kind !== 'unique') throw error;
    throw new Fault('conflict', `${parameter}: is taken already`, { cause: error });
  }
}
