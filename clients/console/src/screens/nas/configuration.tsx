import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { askRows } from '../../api/queries.ts';
import { Answer } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icons.tsx';
import { words } from '../../words/words.ts';

interface ConfigurationProps {
  readonly nas: { readonly id: number; readonly name: string; readonly ip: string };
  readonly onClose: () => void;
}

/** What to type on the router. The shared secret is not readable, so its place is marked. */
const SNIPPETS = {
  Mikrotik: (server: string, coa: number) =>
    [
      `/radius add service=ppp,dhcp address=${server} secret=<secret> timeout=3s`,
      '/ppp aaa set use-radius=yes accounting=yes interim-update=5m',
      `/radius incoming set accept=yes port=${coa}`,
    ].join('\n'),
  Cisco: (server: string, coa: number) =>
    [
      'aaa new-model',
      'radius server lastmile',
      ` address ipv4 ${server} auth-port 1812 acct-port 1813`,
      ' key <secret>',
      'aaa authentication ppp default group radius',
      'aaa authorization network default group radius',
      'aaa accounting network default start-stop group radius',
      'aaa accounting update periodic 5',
      'aaa server radius dynamic-author',
      ` client ${server} server-key <secret>`,
      ` port ${coa}`,
    ].join('\n'),
  Juniper: (server: string, coa: number) =>
    [
      `set access radius-server ${server} secret <secret> port 1812 accounting-port 1813`,
      `set access radius-server ${server} dynamic-request-port ${coa}`,
      'set access profile lastmile authentication-order radius',
      `set access profile lastmile radius authentication-server ${server}`,
      `set access profile lastmile radius accounting-server ${server}`,
      'set access profile lastmile accounting order radius',
      'set access profile lastmile accounting update-interval 10',
    ].join('\n'),
} as const;

export function Configuration({ nas, onClose }: ConfigurationProps) {
  const w = words.nas;
  const record = useQuery(askRows('nas.list', { id: nas.id }));
  const navigate = useNavigate();
  return (
    <Modal opened onClose={onClose} title={`${nas.name} · ${nas.ip}`} size="lg">
      <Answer of={record}>
        {([one]) => {
          const text = one ? SNIPPETS[one.vendor](globalThis.location.hostname, one.coa_port) : '';
          return (
            <Stack gap="sm">
              <Text c="dimmed">{w.configurationLead}</Text>
              <Code block>{text}</Code>
              <Group justify="flex-end">
                <Button
                  variant="default"
                  leftSection={<Icon name="signal" size={16} />}
                  onClick={() => void navigate({ to: '/sessions', search: { nasip: nas.ip } as never })}
                >
                  {words.sessions.title}
                </Button>
                <CopyButton value={text}>
                  {({ copied, copy }) => (
                    <Button leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />} onClick={copy}>
                      {copied ? words.common.copied : words.common.copy}
                    </Button>
                  )}
                </CopyButton>
              </Group>
            </Stack>
          );
        }}
      </Answer>
    </Modal>
  );
}
