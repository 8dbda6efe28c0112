import { Button, CopyButton } from '@mantine/core';
import { Icon } from '../../ui/icons.tsx';
import { words } from '../../words/words.ts';

export function Copy({ text }: { text: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />} onClick={copy}>
          {copied ? words.common.copied : words.common.copy}
        </Button>
      )}
    </CopyButton>
  );
}
