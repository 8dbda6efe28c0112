import { Attribute, VendorId } from '../../protocol/packet/attribute.ts';
import { AttributeWriter } from '../../protocol/packet/attribute-writer.ts';
import { type AccessProfile, hasRate } from './profile.ts';
import { expand } from './template.ts';
import { poolOf, type Vendor, writeCommon } from './vendor.ts';

const AV_PAIR = 1;

/**
 * One Cisco-AVPair a line. The policy maps `up-5000k`, `down-20000k` ... have to exist on the router. Old IOS can do
 * without them: `lcp:interface-config#1=rate-limit input {up_bps} 80000 80000 conform-action transmit exceed-action drop`
 * and the same with `output {down_bps}`.
 */
const RATE_PAIRS = 'ip:sub-qos-policy-in=up-{up_kbps}k\nip:sub-qos-policy-out=down-{down_kbps}k';

/** Commands on the subscriber's interface run when the session begins, and no CoA repeats them. */
const ONLY_AT_LOGIN = /^lcp:/;

/** IOS and IOS XE. */
export const cisco: Vendor = {
  name: 'Cisco',
  canChange: { rate: true, pool: false, address: false, addressList: false },

  acceptAttributes(profile) {
    const writer = new AttributeWriter();
    writeCommon(writer, profile);
    const pool = poolOf(profile);
    if (pool !== null) {
      writer.text(Attribute.FramedPool, pool);
      writer.vendorText(VendorId.Cisco, AV_PAIR, `ip:addr-pool=${pool}`);
    }
    writePairs(writer, ratePairs(profile));
    return writer.bytes();
  },

  changeAttributes(profile, granted) {
    const pairs = ratePairs(profile);
    const before = ratePairs(granted);
    // A policy is replaced by another one, but none can be taken away.
    if (pairs.length < before.length) return null;
    if ([...pairs, ...before].some((pair) => ONLY_AT_LOGIN.test(pair))) return null;
    const writer = new AttributeWriter();
    writePairs(writer, pairs);
    return writer.bytes();
  },
};

/** The lines of the template whose directions are limited. */
function ratePairs(profile: AccessProfile): string[] {
  if (!hasRate(profile)) return [];
  const lines = (profile.templates?.Cisco ?? RATE_PAIRS).split('\n').map((line) => line.trim());
  return lines.flatMap((line) => expand(line, profile) || []);
}

function writePairs(writer: AttributeWriter, pairs: readonly string[]): void {
  for (const pair of pairs) writer.vendorText(VendorId.Cisco, AV_PAIR, pair);
}
