import type { FieldFault } from '../../core/fault.ts';
import { inWords } from '../../core/wire/index.ts';
import { type VendorName, vendorFacts } from './vendors.ts';

/** Checks a rate template when the NAS is saved, so that every log-in gets an attribute that can be written. */
export function rateTemplateFaults(template: string | undefined, vendor: VendorName): FieldFault[] {
  if (template === undefined) return [];
  const problem = problemWith(template, vendor);
  return problem === undefined ? [] : [{ parameter: 'rate_template', problem }];
}

function problemWith(template: string, vendor: VendorName): string | undefined {
  const { placeholders, templateLines, templateLineOctets } = vendorFacts(vendor);
  const lines = template.split('\n').map((line) => line.trim());
  const used = template.match(/\{[^}]*\}?|\}/g) ?? [];
  if (used.some((text) => !Object.hasOwn(placeholders, text.slice(1, -1)))) {
    return `must have no placeholder but ${inWords(Object.keys(placeholders).map((name) => `{${name}}`))} for a ${vendor} NAS`;
  }
  if (lines.length > templateLines) {
    return `must have no more than ${templateLines} line${templateLines === 1 ? '' : 's'} for a ${vendor} NAS`;
  }
  return lines.some((line) => longest(line, placeholders) > templateLineOctets)
    ? `a line with its rates must fit into ${templateLineOctets} octets`
    : undefined;
}

const longest = (line: string, placeholders: Readonly<Record<string, number>>): number =>
  Buffer.byteLength(line.replace(/\{(\w+)\}/g, (_, name: string) => 'x'.repeat(placeholders[name] ?? 0)));
