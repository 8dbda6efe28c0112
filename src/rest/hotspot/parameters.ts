import { routerOsChallenge, uamChallenge } from '../../areas/online/hotspot/chap.ts';
import { loginTarget, type Target, uamTarget } from '../../areas/online/hotspot/target.ts';
import { badParameter } from '../../core/fault.ts';
import { macText } from '../../core/network/mac.ts';

/** What the page takes over from the NAS into its form, by the names that the NAS gives them. */
const CARRIED = [
  ...(['mac', 'ip', 'nas', 'link-login-only', 'link-orig', 'chap-id', 'chap-challenge'] as const),
  ...(['res', 'uamip', 'uamport', 'challenge', 'called', 'nasid', 'userurl', 'lang'] as const),
];
const OWN = ['code', 'known', 'error', 'reply'] as const;

type Name = (typeof CARRIED)[number] | (typeof OWN)[number];
export type Given = Readonly<Record<Name, string>>;

/** An address that a guest wanted may be long. */
const MAX_LENGTH = 2_048;
/** In place of invalid UTF-8. */
const REPLACEMENT = '\uFFFD';
const NAMES: readonly Name[] = [...CARRIED, ...OWN];

/** @throws Fault of kind `badInput` for a value that no NAS sends */
export function givenIn(pairs: Iterable<readonly [string, unknown]>): Given {
  const values = new Map(pairs);
  const given = NAMES.map((name): [Name, string] => {
    const value = values.get(name) ?? '';
    if (typeof value !== 'string' || value.length > MAX_LENGTH || value.includes(REPLACEMENT))
      throw badParameter(name, `must be a text of at most ${MAX_LENGTH} characters in UTF-8`);
    return [name, value];
  });
  return Object.fromEntries(given) as Given;
}

/** For the hidden fields of the form. */
export const carriedOf = (given: Given): (readonly [string, string])[] =>
  CARRIED.flatMap((name) => (given[name] === '' ? [] : [[name, given[name]] as const]));

/** How a NAS is logged in to. */
export type Login =
  | { readonly by: 'routeros'; readonly chap: NonNullable<ReturnType<typeof routerOsChallenge>> | undefined }
  | { readonly by: 'uam'; readonly challenge: Buffer };

export interface AtNas {
  readonly target: Target;
  readonly login: Login;
  readonly mac: string;
  /** How the NAS names itself; empty: it does not. */
  readonly says: string;
  /** Where the guest wanted to go; empty: nowhere. Only the NAS sends them there. */
  readonly wanted: string;
}

/** @throws Fault of kind `badInput` */
export function nasIn(given: Given): AtNas {
  const mac = macText(given.mac.trim());
  if (mac === null) throw badParameter('mac', 'must be the MAC address of the device, as the hotspot sends it');
  return given.uamip === '' ? routerOs(given, mac) : uam(given, mac);
}

function routerOs(given: Given, mac: string): AtNas {
  const target = loginTarget(given['link-login-only']);
  if (!target) throw badParameter('link-login-only', 'must be the login page of a hotspot, and end with /login');
  const chap = routerOsChallenge(given['chap-id'], given['chap-challenge']);
  if (chap === null) throw badParameter('chap-challenge', 'must be the octets that the hotspot sends, with chap-id');
  return { target, login: { by: 'routeros', chap }, mac, says: given.nas, wanted: webAddress(given['link-orig']) };
}

function uam(given: Given, mac: string): AtNas {
  const target = uamTarget(given.uamip, given.uamport);
  if (!target) throw badParameter('uamip', 'must be the address of the hotspot, with its port in uamport');
  const challenge = uamChallenge(given.challenge);
  if (!challenge) throw badParameter('challenge', 'must be 32 hex digits, as the hotspot sends them');
  return { target, login: { by: 'uam', challenge }, mac, says: given.nasid, wanted: webAddress(given.userurl) };
}

const webAddress = (text: string): string => (/^https?:\/\/[!-~]+$/i.test(text) && URL.canParse(text) ? text : '');
