import type { FieldSpec } from '../../ui/form-fields.ts';
import { words } from '../../words/words.ts';

export type Channel = 'email' | 'sms' | 'whatsapp';

/** What a channel is set up with: e-mail by SMTP, the others by one request to a provider. */
export function fieldsOf(channel: Channel): readonly FieldSpec[] {
  const w = words.channels;
  const limits = [
    { name: 'per_second', label: w.perSecond, hint: w.limitHint },
    { name: 'per_day', label: w.perDay, hint: w.limitHint },
  ];
  if (channel === 'email')
    return [
      { name: 'host', required: true },
      'port',
      { name: 'from', label: w.from, hint: '', required: true },
      { name: 'username', hint: w.usernameHint },
      ...limits,
    ];
  return [
    { name: 'url', label: w.url, hint: w.urlHint, required: true, wide: true },
    'headers',
    { name: 'body', label: w.body, hint: w.bodyHint },
    'expect',
    'country_code',
    ...limits,
  ];
}
