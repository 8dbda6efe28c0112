import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Output, Row } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { ask } from '../../api/queries.ts';
import { Icon } from '../../ui/icons.tsx';
import { Refusal } from '../../ui/preview.tsx';
import { words } from '../../words/words.ts';
import { Copy } from './copy-button.tsx';
import { serverOf } from './server-of.ts';

type Check = Output<'nas.check'>['checks'][number];

/** The configuration of a router beside the one that it should have; only when somebody asks. */
export function RouterCheck({ nas }: { nas: Pick<Row<'nas.list'>, 'id' | 'proxyid'> }) {
  const w = words.router;
  const check = useQuery({ ...ask('nas.check', { id: nas.id, ...serverOf(nas) }), enabled: false });
  return (
    <Stack gap="sm">
      {check.error && <Refusal sentence={sentenceOf(check.error)} />}
      {check.data?.checks.map((each) => (
        <OneCheck key={each.check} of={each} />
      ))}
      <Group justify="flex-end">
        <Button variant="default" loading={check.isFetching} onClick={() => void check.refetch()}>
          {check.data ? w.checkAgain : w.check}
        </Button>
      </Group>
    </Stack>
  );
}

function OneCheck({ of: { check, result, found, command } }: { of: Check }) {
  const w = words.router;
  const isOk = result === 'ok';
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Icon name={isOk ? 'check' : 'alert'} size={16} />
        <Text fw={600}>{w.checks[check]}</Text>
        <Text {...(isOk ? { c: 'dimmed' } : {})}>{w.results[result]}</Text>
      </Group>
      {!isOk && found !== '' && <Text size="sm">{w.found(found)}</Text>}
      {command !== null && (
        <>
          <Code block tabIndex={0} role="region" aria-label={w.checks[check]}>
            {command}
          </Code>
          <Group justify="flex-end">
            <Copy text={command} />
          </Group>
        </>
      )}
    </Stack>
  );
}
