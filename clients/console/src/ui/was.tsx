import { Text } from '@mantine/core';
import { words } from '../words/words.ts';
import { fieldText } from './field-text.ts';
import type { DrawnField } from './form-fields.ts';
import type { Form } from './use-form.ts';

/** Below a field that was changed: what is stored. A switch has only one other value, and a secret is never shown. */
export function Was({ form, field }: { form: Form; field: DrawnField }) {
  const { name, kind, source } = field;
  const before = form.before?.[name];
  if (before === undefined || before === form.values[name]) return null;
  if (kind === 'flag' || kind === 'secret' || source || form.theirs[name]) return null;
  return (
    <Text size="xs" c="dimmed" mt={2}>
      {words.common.was(fieldText(field, before))}
    </Text>
  );
}
