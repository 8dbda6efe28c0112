import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useMe } from '../../api/session.ts';
import { Fields } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import type { FieldSpec } from '../../ui/form-fields.ts';
import { Icon } from '../../ui/icons.tsx';
import { localOf } from '../../ui/instant.ts';
import { Refusal } from '../../ui/preview.tsx';
import { zone } from '../../ui/region.ts';
import { useForm } from '../../ui/use-form.ts';
import { words } from '../../words/words.ts';
import type { Question } from './use-trace.ts';

interface QuestionFormProps {
  /** What the form begins with. */
  readonly begin: Partial<Question>;
  /** When, as a form holds it, instead of that of `begin`. */
  readonly at: string | undefined;
  readonly onAsk: (question: Question) => void;
  readonly error: Error | null;
  readonly isPending: boolean;
}

export function QuestionForm({ begin, at, onAsk, error, isPending }: QuestionFormProps) {
  const { isp } = useMe();
  const [specs] = useState(() => fieldsOf(begin, { local: at, asksIsp: isp === null }));
  const form = useForm('trace.find', specs);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => element.current?.querySelector('input')?.focus(), []);
  const refusal = form.faultsOf(error).rest;
  function submit(): void {
    // One instant, or with an end a range.
    const { at, upto, ...rest } = form.sent();
    onAsk((upto === undefined ? { ...rest, at } : { ...rest, from: at, upto }) as Question);
  }
  return (
    <Form onSubmit={submit} ref={element}>
      <Stack gap="sm">
        {refusal && <Refusal sentence={refusal} />}
        <Fields form={form} error={error} />
        <Group justify="flex-end">
          <Button type="submit" loading={isPending} leftSection={<Icon name="search" size={16} />}>
            {words.trace.find}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

/** An administrator of the server names the ISP: several use the same private addresses. */
function fieldsOf(
  { ip, port, at, from, upto, reason }: Partial<Question>,
  { local, asksIsp }: { readonly local: string | undefined; readonly asksIsp: boolean },
): FieldSpec[] {
  const w = words.trace;
  const begun = at ?? from;
  return [
    { name: 'ip', label: w.ip, hint: w.ipHint, required: true, initial: ip ?? '' },
    { name: 'port', label: w.port, hint: w.portHint, initial: port === undefined ? '' : String(port) },
    {
      name: 'at',
      label: w.at,
      hint: w.atHint(zone()),
      required: true,
      initial: local ?? (begun ? localOf(begun) : ''),
    },
    { name: 'upto', label: w.upto, hint: w.uptoHint, initial: upto ? localOf(upto) : '' },
    ...(asksIsp ? [{ name: 'ispid', required: true }] : []),
    { name: 'reason', label: w.reason, hint: w.reasonHint, required: true, initial: reason ?? '', wide: true },
  ];
}
