import { Fault } from '../../core/fault.ts';

/** Of an ISP on a node. */
const MAX_OF_ISP = 2;
/** On a node, whose connections lists need too. */
const MAX_OF_NODE = 4;

const running = new Map<number, number>();

/** Runs a report if not too many run already: one ISP's reports must leave room for another's. @throws Fault of kind `tooMany` */
export async function atPace<T>(ispId: number, work: () => Promise<T>): Promise<T> {
  const own = running.get(ispId) ?? 0;
  if (own >= MAX_OF_ISP)
    throw new Fault('tooMany', `${MAX_OF_ISP} reports of the ISP are being made already; try again when one is done`);
  const all = [...running.values()].reduce((sum, count) => sum + count, 0);
  if (all >= MAX_OF_NODE)
    throw new Fault('tooMany', 'too many reports are being made already; try again when one is done');
  running.set(ispId, own + 1);
  try {
    return await work();
  } finally {
    const left = (running.get(ispId) ?? 1) - 1;
    if (left === 0) running.delete(ispId);
    else running.set(ispId, left);
  }
}
