import { ipv6Text } from '../../../core/network/ipv6.ts';
import { ipv4Text, ipv6PrefixText } from '../packet/address.ts';
import { untagInteger, untagText } from '../packet/tagged.ts';
import { valueName } from './names.ts';
import type { AttributeEntry, Kind } from './table.ts';

/** Shown in place of a secret. */
const MASK = '***';

/** A value as a log shows it, and its tag, 0 when untagged. A value of the wrong length for its kind is shown as octets. */
export function readable(entry: AttributeEntry, octets: Buffer): { tag: number; text: string } {
  const [name, kind, tagged] = entry;
  if (kind === 'secret') return { tag: 0, text: MASK };
  if (tagged === undefined) return { tag: 0, text: render(name, kind, octets) };
  if (kind === 'integer') {
    const integer = untagInteger(octets);
    if (integer === null) return { tag: 0, text: hexadecimal(octets) };
    return { tag: integer.tag, text: enumerated(name, integer.value) };
  }
  const { tag, value } = untagText(octets);
  return { tag, text: render(name, kind, value) };
}

function render(name: string, kind: Kind, octets: Buffer): string {
  return kind === 'text' ? printable(octets) : (fixed(name, kind, octets) ?? hexadecimal(octets));
}

/** A value with a fixed layout; null when the octets do not have it. */
function fixed(name: string, kind: Kind, octets: Buffer): string | null {
  const { length } = octets;
  if (kind === 'integer' && length === 4) return enumerated(name, octets.readUInt32BE(0));
  if (kind === 'ipv4' && length === 4) return ipv4Text(octets, 0);
  if (kind === 'ipv6' && length === 16) return ipv6Text(octets);
  if (kind === 'ipv6-prefix') return ipv6PrefixText(octets);
  if (kind === 'time' && length === 4) return new Date(octets.readUInt32BE(0) * 1000).toISOString();
  if (kind === 'interface-id' && length === 8) return octets.toString('hex').replace(/(....)(?=.)/g, '$1:');
  return null;
}

function enumerated(name: string, value: number): string {
  return valueName(name, value) ?? String(value);
}

/** The text, with everything that could forge a log line or control a terminal escaped. */
function printable(octets: Buffer): string {
  return octets
    .toString('utf8')
    .replace(/[\p{C}\p{Zl}\p{Zp}\\]/gu, (character) =>
      character === '\\' ? '\\\\' : `\\u{${character.codePointAt(0)?.toString(16)}}`,
    );
}

function hexadecimal(octets: Buffer): string {
  return `0x${octets.toString('hex')}`;
}
