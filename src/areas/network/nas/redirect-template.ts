import type { FieldFault } from '../../../core/fault.ts';
import { described, inWords, text } from '../../../core/wire/index.ts';
import { REDIRECT_VENDORS, type VendorName, vendorFacts } from './vendors.ts';

/** In place of the ISP's `portal_url`. */
const PORTAL_URL = '{portal_url}';

/** Checked when the NAS is saved, so that the log-in of a blocked subscriber gets attributes that can be encoded. */
export function redirectTemplateFaults(template: string | undefined, vendor: VendorName): FieldFault[] {
  if (template === undefined) return [];
  const problem = problemWith(template, vendor);
  return problem === undefined ? [] : [{ parameter: 'redirect_template', problem }];
}

function problemWith(template: string, vendor: VendorName): string | undefined {
  const { redirectLines = 0, templateLineOctets } = vendorFacts(vendor);
  const lines = template.split('\n').map((line) => line.trim());
  if (redirectLines === 0) return `applies to a ${inWords(REDIRECT_VENDORS)} NAS only`;
  if (lines.length > redirectLines)
    return `must have no more than ${redirectLines} line${redirectLines === 1 ? '' : 's'} for a ${vendor} NAS`;
  const placeholders = template.match(/\{[^}]*\}?|\}/g) ?? [];
  if (placeholders.some((used) => used !== PORTAL_URL)) return `must have no placeholder except ${PORTAL_URL}`;
  return lines.some((line) => Buffer.byteLength(line) > templateLineOctets)
    ? `a line must fit into ${templateLineOctets} octets`
    : undefined;
}

/** How the NAS is told to send blocked subscribers to their page; checked by `redirectTemplateFaults`. */
export const redirectTemplate = () =>
  described(
    'further attributes for a blocked subscriber besides blocked_pool, with the placeholder {portal_url}; Cisco: one AV pair per line, or service=NAME of ISG; Juniper: a service; Nokia: the filter of a one-time redirect, such as Ingr-v4:100',
    text(1000),
  );
