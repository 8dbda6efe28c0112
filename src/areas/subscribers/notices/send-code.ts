import type { Kernel } from '../../../core/kernel.ts';
import type { Channel } from '../../../core/vocabulary/notice.ts';
import { type Awaited, sendNow } from './send-now.ts';

/** A code for the subscriber's pages or for a program, and whose it is. */
export interface CodeToSend extends Pick<Awaited, 'ispId' | 'resellerId' | 'customerId' | 'serviceId'> {
  readonly id: number | string;
  readonly code: string;
  readonly minutes: number;
  readonly channels?: readonly Channel[];
}

/** By the telephone first: that is where the subscriber asks. */
const PREFERRED: readonly Channel[] = ['sms', 'whatsapp', 'email'];
const HIDDEN = '••••••';

/** Sends a code. The message is listed without it. Returns whether it was accepted. */
export function sendCode(
  kernel: Kernel,
  { id, code, minutes, channels = PREFERRED, ...whose }: CodeToSend,
): Promise<boolean> {
  const values = (shown: string) => ({ code: shown, minutes: String(minutes) });
  const texts = { values: values(code), listed: values(HIDDEN) };
  return sendNow(kernel, { ...whose, ...texts, trigger: 'sign_in_code', key: `code:${id}`, channels });
}
