import { badParameter, parameterFault } from '../../../core/fault.ts';
import { problemOf } from '../../../db/problem.ts';
import { MAX_INDEX_BITS } from './vocabulary.ts';

/** @throws Fault if the network cannot be cut into prefixes of that length */
export function checkCut(network: string, length: number): void {
  const bits = Number(network.slice(network.indexOf('/') + 1));
  if (length < bits) throw badParameter('length', `must not be below the ${bits} bits of the prefix`);
  if (length - bits > MAX_INDEX_BITS)
    throw badParameter(
      'length',
      `must be at most ${bits + MAX_INDEX_BITS}: a pool has at most 2^${MAX_INDEX_BITS} prefixes`,
    );
}

/** Networks must not overlap within an ISP: turns the database's exclusion error into a fault that names the parameter. */
export async function orOverlaps<T>(parameter: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (problemOf(error)?.kind !== 'exclusion') throw error;
    const problem = 'overlaps a pool or a static prefix of the ISP';
    throw parameterFault('conflict', parameter, problem, { cause: error });
  }
}
