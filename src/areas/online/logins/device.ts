import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SecretsKeys } from '../../../config/secrets-keys.ts';
import { digestOfKey } from '../../../core/access/api-key.ts';
import { type BrowserSession, DEVICE_MS } from '../../../core/access/browser-session.ts';
import type { Kernel } from '../../../core/kernel.ts';

/** Users of one browser that it is known for; the oldest goes first. */
const MAX_USERS = 4;
const NONCE_OCTETS = 16;

/** A login user or a customer, and the password that it has. */
interface DeviceOwner {
  /** Without dots: `user-7`. */
  readonly subject: string;
  /** Null: it has none. */
  readonly passwordHash: string | null;
}

/**
 * What a browser keeps of having signed in: for each user a mark, `<subject>.<issued>.<nonce>.<MAC>`. It opens nothing; it only lets
 * attempts from this browser count by themselves. It is bound to the user and to the present password, so that a change of that
 * ends it, and no secret can be found from it. Nobody gets one without a complete sign-in.
 */
export function markDevice(secretsKeys: SecretsKeys, owner: DeviceOwner, { cookie, now }: Kept): string {
  const issued = now.getTime().toString(36);
  const nonce = randomBytes(NONCE_OCTETS).toString('base64url');
  const mark = [owner.subject, issued, nonce, macOf(secretsKeys.current, owner, { issued, nonce })].join('.');
  const others = marksIn(cookie).filter((each) => !each.startsWith(`${owner.subject}.`));
  return [mark, ...others].slice(0, MAX_USERS).join('~');
}

interface Kept {
  /** What the browser has of earlier sign-ins. */
  readonly cookie: string | undefined;
  readonly now: Date;
}

/** By what attempts from this browser at this user are counted; undefined for a browser in which the user never signed in. */
export function knownDevice(secretsKeys: SecretsKeys, owner: DeviceOwner, { cookie, now }: Kept): string | undefined {
  for (const mark of marksIn(cookie)) {
    const [subject, issued = '', nonce = '', mac = ''] = mark.split('.');
    if (subject !== owner.subject) continue;
    const age = now.getTime() - Number.parseInt(issued, 36);
    if (!(age < DEVICE_MS)) continue;
    const given = Buffer.from(mac);
    const isRight = secretsKeys.all.some((key) => {
      const right = Buffer.from(macOf(key, owner, { issued, nonce }));
      return given.length === right.length && timingSafeEqual(given, right);
    });
    if (isRight) return `device ${nonce}`;
  }
  return undefined;
}

interface Call {
  readonly kernel: Pick<Kernel, 'clock' | 'secretsKeys'>;
  readonly browser: BrowserSession;
}

/** By what attempts of this call at this user are counted, if its browser is known. */
export const deviceOf = ({ kernel, browser }: Call, owner: DeviceOwner): string | undefined =>
  knownDevice(kernel.secretsKeys, owner, { cookie: browser.device, now: kernel.clock.now() });

/** The browser is known from now on. Only after a complete sign-in. */
export function remember({ kernel, browser }: Call, owner: DeviceOwner): void {
  browser.keepDevice(markDevice(kernel.secretsKeys, owner, { cookie: browser.device, now: kernel.clock.now() }));
}

/** A login user. */
export const userDevice = ({ userId, passwordHash }: { userId: number; passwordHash: string }): DeviceOwner => ({
  subject: `user-${userId}`,
  passwordHash,
});

const marksIn = (cookie: string | undefined): string[] => (cookie ?? '').split('~').filter((mark) => mark !== '');

function macOf(
  secretsKey: Buffer,
  { subject, passwordHash }: DeviceOwner,
  { issued, nonce }: { readonly issued: string; readonly nonce: string },
): string {
  const key = Buffer.from(hkdfSync('sha256', secretsKey, '', 'lastmile known browser', 32));
  const password = digestOfKey(passwordHash ?? '').toString('base64url');
  return createHmac('sha256', key).update([subject, issued, nonce, password].join('.')).digest('base64url');
}
