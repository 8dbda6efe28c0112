import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { Kernel } from '../core/kernel.ts';
import { sourceNetwork } from '../core/network/source-network.ts';
import { OWN } from '../core/work/turns/tenant.ts';
import { Turns } from '../core/work/turns/turns.ts';
import { addressOf } from './address.ts';
import { whenGone } from './gone.ts';

/** Of one network. */
const LIMITS = { mostWaiting: 50, of: 'this address' };

/** Places for what anybody may ask without having signed in, which networks take turns at. */
export function strangers(kernel: Pick<Kernel, 'config' | 'log'>, slots: number) {
  const turns = new Turns({ slots, ...LIMITS });
  return <T>(request: IncomingMessage & Pick<Request, 'res'>, work: () => Promise<T>): Promise<T> => {
    const tenant = sourceNetwork(addressOf(request, kernel));
    return turns.run({ tenant, lane: OWN, ...(request.res ? { whenGone: whenGone(request.res) } : {}) }, work);
  };
}
