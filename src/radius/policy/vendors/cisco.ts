import { Attribute } from '../../protocol/packet/attribute.ts';
import { AttributeWriter } from '../../protocol/packet/attribute-writer.ts';
import { type AccessProfile, hasRate } from './profile.ts';
import { expand } from './template.ts';
import { poolOf, type Vendor, writeCommon } from './vendor.ts';

/** IANA enterprise number. */
const VENDOR_ID = 9;
const AV_PAIR = 1;

/**
 * One Cisco-AVPair per line. The policy maps `up-5000k`, `down-20000k` … must exist on the router. On old IOS a template can
 * avoid them: `lcp:interface-config#1=rate-limit input {up_bps} 80000 80000 conform-action transmit exceed-action drop`
 * and the same with `output {down_bps}`.
 */
const RATE_PAIRS = 'ip:sub-qos-policy-in=up-{up_kbps}k\nip:sub-qos-policy-out=down-{down_kbps}k';

/** Interface commands run when the session starts; a CoA cannot repeat them. */
const ONLY_AT_LOGIN = /^lcp:/;

/** IOS and IOS XE. */
export const cisco: Vendor = {
  canChange: { rate: true, pool: false, address: false, addressList: false },

  acceptAttributes(profile) {
    const writer = new AttributeWriter();
    writeCommon(writer, profile);
    const pool = poolOf(profile);
    if (pool !== null) {
      writer.text(Attribute.FramedPool, pool);
      writer.vendorText(VENDOR_ID, AV_PAIR, `ip:addr-pool=${pool}`);
    }
    writePairs(writer, ratePairs(profile));
    return writer.bytes();
  },

  changeAttributes(profile, granted) {
    const pairs = ratePairs(profile);
    const before = ratePairs(granted);
    // A policy can be replaced but not removed.
    if (pairs.length < before.length) return null;
    if ([...pairs, ...before].some((pair) => ONLY_AT_LOGIN.test(pair))) return null;
    const writer = new AttributeWriter();
    writePairs(writer, pairs);
    return writer.bytes();
  },
};

/** The expanded lines of the template, without those for an unlimited direction. */
function ratePairs(profile: AccessProfile): string[] {
  if (!hasRate(profile)) return [];
  const lines = (profile.rateTemplate ?? RATE_PAIRS).split('\n').map((line) => line.trim());
  return lines.flatMap((line) => expand(line, profile) || []);
}

function writePairs(writer: AttributeWriter, pairs: readonly string[]): void {
  for (const pair of pairs) writer.vendorText(VENDOR_ID, AV_PAIR, pair);
}
