import type { Caller } from '../../../core/work/turns/tenant.ts';
import { Turns } from '../../../core/work/turns/turns.ts';

/** Made at a time on a node, whose connections lists need too. */
const MAX_OF_NODE = 4;
/** Of an ISP: each may take seconds. */
const MAX_WAITING = 20;

const turns = new Turns({
  ...{ slots: MAX_OF_NODE, mostWaiting: MAX_WAITING, of: 'the ISP' },
  late: 'too many reports are being made; try again when one is done',
});

/** Makes a report when it is the turn of its ISP. @throws Fault of kind `tooMany` or `unavailable` */
export const atPace = <T>(caller: Caller, work: () => Promise<T>): Promise<T> => turns.run(caller, work);
