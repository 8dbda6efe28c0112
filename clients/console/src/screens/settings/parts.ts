import type { Output } from '../../api/client.ts';
import type { Words } from '../../words/words.ts';

export interface Setting {
  readonly name: keyof Output<'isp.settings'> & keyof Words['settings'] & string;
  readonly kind?: 'number' | 'flag' | 'optional';
  readonly choices?: readonly (keyof Words['settings']['choices'])[];
}

/** The settings in groups, as a form shows them. */
export const PARTS: readonly {
  readonly part: 'general' | 'billing' | 'access' | 'security';
  readonly settings: readonly Setting[];
}[] = [
  { part: 'general', settings: [{ name: 'timezone' }, { name: 'currency' }] },
  {
    part: 'billing',
    settings: [
      { name: 'invoice_due_days', kind: 'number' },
      { name: 'np_grace_days', kind: 'number' },
      { name: 'promise_days', kind: 'number' },
      { name: 'default_credit_limit', kind: 'optional' },
      { name: 'late_fee_amt' },
      { name: 'late_fee_percent' },
      { name: 'tax_inclusive', kind: 'flag' },
    ],
  },
  {
    part: 'access',
    settings: [
      { name: 'np_dl', kind: 'number' },
      { name: 'np_ul', kind: 'number' },
      { name: 'blocked_mode', choices: ['pool', 'reject'] },
      { name: 'suspend_clock', choices: ['freeze', 'run'] },
    ],
  },
  { part: 'security', settings: [{ name: 'require_second_factor', kind: 'flag' }] },
];

/** The parameters of the call, of the texts that were changed. */
export function changesOf(texts: Readonly<Record<string, string>>): Record<string, unknown> {
  const settings = PARTS.flatMap((part) => part.settings).filter(({ name }) => texts[name] !== undefined);
  return Object.fromEntries(
    settings.map(({ name, kind }): [string, unknown] => {
      const text = (texts[name] ?? '').trim();
      if (kind === 'flag') return [name, text === 'yes'];
      if (kind === 'number') return [name, /^\d+$/.test(text) ? Number(text) : text];
      return [name, kind === 'optional' && text === '' ? null : text];
    }),
  );
}
