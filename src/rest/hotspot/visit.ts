import type { Guest } from '../../areas/online/hotspot/guesses.ts';
import { hotspotAt } from '../../areas/online/hotspot/hotspot.ts';
import { admitDevice } from '../../areas/online/hotspot/known-device.ts';
import { mintTicket } from '../../areas/online/hotspot/mint.ts';
import { type Admitted, redeem } from '../../areas/online/hotspot/redeem.ts';
import { Fault } from '../../core/fault.ts';
import type { Kernel } from '../../core/kernel.ts';
import { logThrottled } from '../../db/throttled-log.ts';
import { loginAddress } from './login-address.ts';
import { type Given, nasIn } from './parameters.ts';
import type { State } from './words.ts';

/** What a guest gets: the way to the NAS, or the page. */
export type Outcome =
  | { readonly goTo: string }
  | {
      readonly state: State | null;
      /** Of the NAS; null: there is none to log in at, or no need to. */
      readonly origin: string | null;
      readonly isKnown: boolean;
      /** Seconds to wait after too many wrong codes. */
      readonly waitS?: number;
    };

interface Visiting {
  readonly given: Given;
  readonly guest: Omit<Guest, 'mac'>;
  /** An address alone changes nothing. */
  readonly isPost: boolean;
}

/** @throws Fault of kind `badInput` if it is no hotspot of the ISP that sends the guest */
export async function visit(kernel: Kernel, { given, guest, isPost }: Visiting): Promise<Outcome> {
  const nowhere = { origin: null, isKnown: false };
  // What CoovaChilli says of a device that is online.
  if (given.res === 'success' || given.res === 'already') return { ...nowhere, state: 'online' };
  if (given['link-login-only'] === '' && given.uamip === '') return { ...nowhere, state: 'noHotspot' };
  const nas = nasIn(given);
  const { origin } = nas.target;
  const { nasIds, uamSecret } = await hotspotAt(kernel, { ispId: guest.ispId, target: nas.target, says: nas.says });
  const whole = { ...guest, mac: nas.mac };
  const known = await admitDevice(kernel, whole);
  const page = { origin, isKnown: known !== null };
  if (!isPost || (given.code === '' && given.known === ''))
    return { ...page, state: given.error !== '' || given.res === 'failed' ? 'refused' : null };
  const admitted = given.known !== '' && given.code === '' ? known : await tried(kernel, whole, given.code);
  if (admitted === null) return { ...page, state: 'wrong' };
  if ('state' in admitted || 'waitS' in admitted) return { ...page, state: null, ...admitted };
  const ticket = await mintTicket(kernel.db.pool, whole, { ...admitted, nasIds });
  return { goTo: loginAddress(nas, { keys: kernel.secretsKeys, ticket, uamSecret }) };
}

async function tried(
  kernel: Kernel,
  guest: Guest,
  code: string,
): Promise<Admitted | { readonly state: State } | { readonly waitS: number } | null> {
  try {
    return await redeem(kernel, guest, code);
  } catch (error) {
    if (error instanceof Fault && error.kind === 'tooMany') return { waitS: error.retryAfterS ?? 60 };
    if (!(error instanceof Fault) || error.kind !== 'unavailable') throw error;
    logThrottled(kernel.log, { err: error.cause ?? error, ispId: guest.ispId }, 'no service for a guest of a hotspot');
    return { state: 'unavailable' };
  }
}
