import type { FieldFault } from '../../../core/fault.ts';
import { described, inWords, text } from '../../../core/wire/index.ts';
import { RATE_TEMPLATE_HELP, type VendorName, vendorFacts } from './vendors.ts';

/** Checked when the NAS is saved, so that every login gets an attribute that can be encoded. */
export function rateTemplateFaults(template: string | undefined, vendor: VendorName): FieldFault[] {
  if (template === undefined) return [];
  const problem = problemWith(template, vendor);
  return problem === undefined ? [] : [{ parameter: 'rate_template', problem }];
}

function problemWith(template: string, vendor: VendorName): string | undefined {
  const { placeholders, templateLines, templateLineOctets, templateKeys } = vendorFacts(vendor);
  if (templateLines === 0) return `does not apply to a ${vendor} NAS`;
  const lines = template.split('\n').map((line) => line.trim());
  const used = template.match(/\{[^}]*\}?|\}/g) ?? [];
  if (used.some((text) => !Object.hasOwn(placeholders, text.slice(1, -1)))) {
    return `must have no placeholder except ${inWords(Object.keys(placeholders).map((name) => `{${name}}`))} for a ${vendor} NAS`;
  }
  if (lines.length > templateLines) {
    return `must have no more than ${templateLines} line${templateLines === 1 ? '' : 's'} for a ${vendor} NAS`;
  }
  if (templateKeys && lines.some((line) => !hasKey(line, templateKeys))) {
    return `must have lines that begin with ${inWords(templateKeys.map((key) => `${key}=`))}, or are the name of an SLA profile`;
  }
  return lines.some((line) => longest(withoutKey(line, templateKeys), placeholders) > templateLineOctets)
    ? `a line with its rates must fit into ${templateLineOctets} octets`
    : undefined;
}

const KEY = /^([\w-]+)=/;

/** Whether the line begins with one of the keys, or with none at all. */
function hasKey(line: string, keys: readonly string[]): boolean {
  const [, key] = KEY.exec(line) ?? [];
  return key === undefined || keys.includes(key);
}

const withoutKey = (line: string, keys: readonly string[] | undefined): string =>
  keys === undefined ? line : line.replace(KEY, '');

const longest = (line: string, placeholders: Readonly<Record<string, number>>): number =>
  Buffer.byteLength(line.replace(/\{(\w+)\}/g, (_, name: string) => 'x'.repeat(placeholders[name] ?? 0)));

/** How the rate is written where the vendor's own form does not fit; checked by `rateTemplateFaults`. */
export const rateTemplate = () => described(`with the placeholders ${RATE_TEMPLATE_HELP}`, text(1000));

/** The JSON that the RADIUS directory reads. */
export function vendorSettings({ rate_template: rate, redirect_template: redirect }: Templates) {
  if (rate === undefined && redirect === undefined) return null;
  return {
    ...(rate === undefined ? {} : { rate_template: rate }),
    ...(redirect === undefined ? {} : { redirect_template: redirect }),
  };
}

interface Templates {
  readonly rate_template?: string | undefined;
  readonly redirect_template?: string | undefined;
}

/** As stored. */
export const templatesOf = ({ vendorSettings }: { vendorSettings: unknown }): Templates =>
  (vendorSettings as Templates | null) ?? {};
