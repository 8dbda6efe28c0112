import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { words } from '../words/words.ts';
import { Dialog } from './dialog.tsx';
import { Icon } from './icons.tsx';

interface ShownOnceProps {
  readonly title: string;
  readonly lead: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A secret that the node will not show again. A click beside the dialog does not close it. */
export function ShownOnce({ title, lead, secret, onClose }: ShownOnceProps) {
  return (
    <Dialog onClose={onClose} title={title} closeOnClickOutside={false}>
      <Stack gap="sm">
        <Text>{lead}</Text>
        <Code block tabIndex={0} role="region" aria-label={title}>
          {secret}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}
                onClick={copy}
              >
                {copied ? words.common.copied : words.common.copy}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose} data-autofocus>
            {words.common.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
