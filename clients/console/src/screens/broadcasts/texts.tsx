import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { wordedChoice } from '../../ui/choice-word.ts';
import { words } from '../../words/words.ts';
import { newText, type Text, useDrafted } from './drafted.ts';

const CHANNELS = ['sms', 'whatsapp', 'email'];
/** As the node limits them. */
const MAX_TEXTS = 12;

/** The texts by channel and language. */
export function Texts() {
  const { texts, onTexts } = useDrafted();
  const w = words.broadcasts;
  const change = (changed: Text, part: Partial<Text>) =>
    onTexts(texts.map((text) => (text === changed ? { ...text, ...part } : text)));
  const next = Math.max(...texts.map(({ key }) => key)) + 1;
  return (
    <Stack gap="md" component="section" aria-label={w.texts}>
      {texts.map((text) => (
        <OneText
          key={text.key}
          of={text}
          onChange={(part) => change(text, part)}
          onRemove={texts.length > 1 ? () => onTexts(texts.filter((other) => other !== text)) : undefined}
        />
      ))}
      <Group>
        <Button
          variant="default"
          disabled={texts.length >= MAX_TEXTS}
          onClick={() => onTexts([...texts, newText(texts[0]?.language === 'hi' ? 'en' : 'hi', next)])}
        >
          {w.another}
        </Button>
      </Group>
    </Stack>
  );
}

interface OneTextProps {
  readonly of: Text;
  readonly onChange: (part: Partial<Text>) => void;
  readonly onRemove: (() => void) | undefined;
}

function OneText({ of: text, onChange, onRemove }: OneTextProps) {
  const { broadcasts: w, fields, hints } = words;
  return (
    <Stack gap="xs">
      <Group grow align="end">
        <Select
          label={fields.channel}
          data={CHANNELS.map(wordedChoice)}
          value={text.channel}
          allowDeselect={false}
          onChange={(channel) => onChange({ channel: (channel ?? 'sms') as Text['channel'] })}
        />
        <TextInput
          label={fields.language}
          value={text.language}
          onChange={({ currentTarget: { value } }) => onChange({ language: value })}
        />
        {text.channel === 'sms' && (
          <TextInput
            label={fields.dlt_template_id}
            value={text.dlt_template_id}
            onChange={({ currentTarget: { value } }) => onChange({ dlt_template_id: value })}
          />
        )}
        {onRemove && (
          <Button variant="default" onClick={onRemove}>
            {w.remove}
          </Button>
        )}
      </Group>
      {text.channel === 'email' && (
        <TextInput
          label={fields.subject}
          description={hints.subject}
          value={text.subject}
          onChange={({ currentTarget: { value } }) => onChange({ subject: value })}
        />
      )}
      <Textarea
        label={w.text}
        description={w.placeholders}
        autosize
        minRows={3}
        value={text.body}
        onChange={({ currentTarget: { value } }) => onChange({ body: value })}
      />
    </Stack>
  );
}
