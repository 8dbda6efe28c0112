import { Alert, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../api/change.ts';
import type { Output, Row } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { ask } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { Answer } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ago } from '../../ui/instant.ts';
import { Refusal } from '../../ui/preview.tsx';
import { Sentence } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { Copy } from './copy-button.tsx';
import { serverOf } from './server-of.ts';

/** Somebody stands at the router and waits. */
const WAITING_MS = 3_000;

type Nas = Row<'nas.list'>;
type Seen = Output<'nas.onboard'>['seen'];

/** What to paste on the NAS, what has been seen of it since, and what is wrong. */
export function Onboarding({ nas }: { nas: Nas }) {
  const w = words.nas;
  const may = useMay();
  const input = { id: nas.id, ...serverOf(nas) };
  const onboarding = useQuery({ ...ask('nas.onboard', input), refetchInterval: WAITING_MS });
  const revealed = useChange('nas.script');
  return (
    <Answer of={onboarding}>
      {(answer) => {
        const { scripts, todo } = revealed.data ?? answer;
        return (
          <Stack gap="sm">
            <Marks seen={answer.seen} isFaulty={answer.faults.length > 0} />
            {answer.faults.map(({ fault, problem }) => (
              <Alert key={problem} color="red" icon={<Icon name="alert" />} role="alert" title={w.faults[fault]}>
                <Problem fault={fault} sentence={problem} />
              </Alert>
            ))}
            <Text c="dimmed">{w.configurationLead}</Text>
            {scripts.map(({ place, text }, at) => (
              <Stack key={place} gap={4}>
                <Text fw={600} id={`script-${at}`}>
                  <Sentence>{place}</Sentence>
                </Text>
                {/* Long lines are scrolled, with the keys too. */}
                <Code block tabIndex={0} role="region" aria-labelledby={`script-${at}`}>
                  {text}
                </Code>
              </Stack>
            ))}
            <List size="sm">
              {todo.map((sentence) => (
                <List.Item key={sentence}>
                  <Sentence>{sentence}</Sentence>
                </List.Item>
              ))}
            </List>
            {revealed.error && <Refusal sentence={sentenceOf(revealed.error)} />}
            <Group justify="flex-end">
              {may('nas.write') && !revealed.data && (
                <Button variant="default" loading={revealed.isPending} onClick={() => revealed.mutate(input)}>
                  {w.showSecret}
                </Button>
              )}
              <Copy text={scripts.map(({ text }) => text).join('\n\n')} />
            </Group>
          </Stack>
        );
      }}
    </Answer>
  );
}

type Fault = Output<'nas.onboard'>['faults'][number]['fault'];

/** The node's sentence, which is English; in another language what it comes to, and the sentence for its addresses and figures. */
function Problem({ fault, sentence }: { fault: Fault; sentence: string }) {
  const own = words.nas.problems[fault];
  if (own === '') return sentence;
  return (
    <>
      <Text size="sm">{own}</Text>
      <Text size="xs">
        <Sentence>{sentence}</Sentence>
      </Text>
    </>
  );
}

const MARKS = ['auth', 'acct', 'interim', 'gigawords', 'message_authenticator', 'coa'] as const;

/** Green is a NAS that is heard and of which nothing is wrong. */
function Marks({ seen, isFaulty }: { seen: Seen; isFaulty: boolean }) {
  const w = words.nas;
  const isHeard = seen.auth !== null && seen.acct !== null && !isFaulty;
  return (
    <Alert color={isHeard ? 'green' : 'amber'} icon={<Icon name={isHeard ? 'check' : 'clock'} />} role="status">
      {seen.auth || seen.acct ? null : <Text>{w.waiting}</Text>}
      {MARKS.map((mark) => {
        const at = seen[mark];
        return <Text key={mark} {...(at ? {} : { c: 'dimmed' })}>{`${w.marks[mark]}: ${at ? ago(at) : w.never}`}</Text>;
      })}
    </Alert>
  );
}
