import type { FieldFault } from '../../core/fault.ts';
import { inWords } from '../../core/wire/index.ts';
import type { VENDORS } from './vocabulary.ts';

type Vendor = (typeof VENDORS)[number];

/** The widest value of each placeholder: 1 Tbit/s, and the longest burst. */
const RATES = { up_kbps: 10, down_kbps: 10, up_bps: 13, down_bps: 13 } as const;
const BURST = { burst: 75 } as const;

/** What a template may ask for, by vendor; `radius/vendors` puts it in. Only RouterOS has bursts in the text of a rate. */
const WIDTHS: Readonly<Record<Vendor, Readonly<Record<string, number>>>> = {
  Mikrotik: { ...RATES, ...BURST },
  Cisco: RATES,
  Juniper: RATES,
};

/** A vendor's attribute holds 247 octets (RFC 2865 section 5.26), one less after a tag (RFC 2868). */
const ROOM: Readonly<Record<Vendor, number>> = { Mikrotik: 247, Cisco: 247, Juniper: 246 };

/** Cisco takes an AV pair a line; a packet takes 4096 octets. */
const LINES: Readonly<Record<Vendor, number>> = { Mikrotik: 1, Cisco: 10, Juniper: 1 };

/** A template is refused here, once, so that no log-in has an attribute that cannot be written. */
export function rateTemplateFaults(template: string | undefined, vendor: Vendor): FieldFault[] {
  if (template === undefined) return [];
  const widths = WIDTHS[vendor];
  const lines = template.split('\n').map((line) => line.trim());
  const unknown = (template.match(/\{[^}]*\}?|\}/g) ?? []).some((text) => !Object.hasOwn(widths, text.slice(1, -1)));
  const problem = unknown
    ? `must have no placeholder but ${inWords(Object.keys(widths).map((name) => `{${name}}`))} for a ${vendor} NAS`
    : lines.length > LINES[vendor]
      ? `must have no more than ${LINES[vendor]} line${LINES[vendor] === 1 ? '' : 's'} for a ${vendor} NAS`
      : lines.some((line) => widest(line, widths) > ROOM[vendor])
        ? `a line with its rates must fit into ${ROOM[vendor]} octets`
        : undefined;
  return problem === undefined ? [] : [{ parameter: 'rate_template', problem }];
}

const widest = (line: string, widths: Readonly<Record<string, number>>): number =>
  Buffer.byteLength(line.replace(/\{(\w+)\}/g, (_, name: string) => 'x'.repeat(widths[name] ?? 0)));
