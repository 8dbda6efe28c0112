import { Attribute } from '../../protocol/packet/attribute.ts';
import { AttributeWriter } from '../../protocol/packet/attribute-writer.ts';
import { type AccessProfile, hasRate } from './profile.ts';
import { redirectLines } from './redirect.ts';
import { expand } from './template.ts';
import { keyedLine } from './template-lines.ts';
import { poolOf, type Vendor, writeCommon } from './vendor.ts';

/** IANA enterprise number. */
const VENDOR_ID = 9;
const AV_PAIR = 1;
const ACCOUNT_INFO = 250;
const COMMAND_CODE = 252;

/** Account-Info `A<name>`: ISG activates the service with the session. */
const AUTO_ACTIVATE = 'A';
/** The first octet of a Command-Code. One CoA may have several. */
const COMMAND = { activate: '\x0b', deactivate: '\x0c' } as const;
/** Begins a template line that is the name of an ISG service, not an AV pair. */
const SERVICE = 'service';

/**
 * One Cisco-AVPair per line. The policy maps `up-5000k`, `down-20000k` … must exist on the router. On old IOS a template can
 * avoid them: `lcp:interface-config#1=rate-limit input {up_bps} 80000 80000 conform-action transmit exceed-action drop`
 * and the same with `output {down_bps}`.
 */
const RATE_PAIRS = 'ip:sub-qos-policy-in=up-{up_kbps}k\nip:sub-qos-policy-out=down-{down_kbps}k';

/** Interface commands run when the session starts; a CoA cannot repeat them. */
const ONLY_AT_LOGIN = /^lcp:/;

/** IOS and IOS XE, with the services of ISG. */
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
    const { pairs, services } = limitsOf(profile);
    writePairs(writer, pairs);
    for (const name of services) writer.vendorText(VENDOR_ID, ACCOUNT_INFO, AUTO_ACTIVATE + name);
    for (const line of redirectLines(profile)) {
      const [key, text] = keyedLine(line, [SERVICE]) ?? [null, line];
      if (key === null) writer.vendorText(VENDOR_ID, AV_PAIR, text);
      else writer.vendorText(VENDOR_ID, ACCOUNT_INFO, AUTO_ACTIVATE + text);
    }
    return writer.bytes();
  },

  changeAttributes(profile, granted) {
    const [before, after] = [limitsOf(granted), limitsOf(profile)];
    // A policy can be replaced but not removed.
    if (after.pairs.length < before.pairs.length) return null;
    if ([...after.pairs, ...before.pairs].some((pair) => ONLY_AT_LOGIN.test(pair))) return null;
    const writer = new AttributeWriter();
    writePairs(writer, after.pairs);
    const ended = before.services.filter((name) => !after.services.includes(name));
    const begun = after.services.filter((name) => !before.services.includes(name));
    for (const name of ended) writer.vendorText(VENDOR_ID, COMMAND_CODE, COMMAND.deactivate + name);
    for (const name of begun) writer.vendorText(VENDOR_ID, COMMAND_CODE, COMMAND.activate + name);
    return writer.bytes();
  },
};

interface Limits {
  readonly pairs: readonly string[];
  readonly services: readonly string[];
}

/** The expanded lines of the template, without those for an unlimited direction. */
function limitsOf(profile: AccessProfile): Limits {
  const limits = { pairs: [] as string[], services: [] as string[] };
  if (!hasRate(profile)) return limits;
  for (const line of (profile.rateTemplate ?? RATE_PAIRS).split('\n')) {
    const [key, template] = keyedLine(line, [SERVICE]) ?? [null, line.trim()];
    const text = expand(template, profile);
    if (text) limits[key === null ? 'pairs' : 'services'].push(text);
  }
  return limits;
}

function writePairs(writer: AttributeWriter, pairs: readonly string[]): void {
  for (const pair of pairs) writer.vendorText(VENDOR_ID, AV_PAIR, pair);
}
