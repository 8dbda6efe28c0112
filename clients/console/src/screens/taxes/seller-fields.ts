import type { Output } from '../../api/client.ts';
import type { FormField } from '../../ui/form-fields.ts';
import { words } from '../../words/words.ts';

const DETAILS = ['legal_name', 'address', 'city', 'zipcode', 'state', 'country', 'tax_number'] as const;
const CODES = ['tax_code', 'installation_code', 'topup_code', 'late_fee_code'] as const;
const NUMBERS = ['invoice_template', 'credit_template', 'year_start'] as const;

/** The details of a seller, each with what is stored. What was never set begins with the node's default. */
export function sellerFields(record: Output<'tax.seller'>): readonly FormField[] {
  const { registered, codes, numbers } = words.taxes.sections;
  const field = (name: keyof typeof record): FormField => {
    const stored = record[name];
    return { name, ...(stored === null ? {} : { initial: String(stored) }) };
  };
  return [
    field('scheme'),
    field('registration'),
    ...DETAILS.map((name, at) => ({ ...field(name), ...(at === 0 ? { section: registered } : {}) })),
    ...CODES.map((name, at) => ({ ...field(name), ...(at === 0 ? { section: codes } : {}) })),
    ...NUMBERS.map((name, at) => ({ ...field(name), ...(at === 0 ? { section: numbers } : {}) })),
  ];
}
