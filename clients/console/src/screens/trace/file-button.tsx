import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { sentenceOf } from '../../api/faults.ts';
import { save, takeFile } from '../../api/file.ts';
import { Icon } from '../../ui/icons.tsx';
import { localOf } from '../../ui/instant.ts';
import { words } from '../../words/words.ts';
import type { Question } from './use-trace.ts';

/** A file takes the documented texts, and a form has no seconds. */
const documented = (question: Question) =>
  Object.fromEntries(
    Object.entries(question).map(([name, value]) => [
      name,
      value instanceof Date ? `${localOf(value).replace('T', ' ')}:00` : value,
    ]),
  );

/** The same as a file with the columns that an authority asks for. The audit records it as another question. */
export function FileButton({ question }: { question: Question }) {
  const take = useMutation({
    mutationFn: async () => save(await takeFile('radius/trace/export', documented(question))),
    onError: (error) => notifications.show({ message: sentenceOf(error), color: 'red' }),
  });
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      loading={take.isPending}
      onClick={() => take.mutate()}
    >
      {words.common.exportFile}
    </Button>
  );
}
