import { ActionIcon, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { Path } from '../api/client.ts';
import { sentenceOf } from '../api/faults.ts';
import { save, takeFile } from '../api/file.ts';
import { words } from '../words/words.ts';
import type { Column } from './columns.tsx';
import { Icon } from './icons.tsx';

/** The lists of which the node makes files. */
const EXPORTS: Partial<Record<Path, string>> = {
  'subscriber.list': 'subscriber/export',
  'customer.list': 'customer/export',
  'payment.list': 'payment/export',
  'invoice.list': 'invoice/export',
  'audit.list': 'audit/export',
  'ticket.list': 'ticket/export',
};

interface ExportButtonProps<R> {
  readonly path: Path;
  readonly filters: Readonly<Record<string, unknown>>;
  /** Those that are shown. */
  readonly columns: readonly Column<R>[];
}

/** All records of a list that match its filters, with its columns, as a file for a spreadsheet. */
export function ExportButton<R>({ path, filters, columns }: ExportButtonProps<R>) {
  const file = EXPORTS[path];
  const fields = columns.flatMap(({ key, fields: own = [key] }) => own);
  const take = useMutation({
    mutationFn: async () => save(await takeFile(file ?? '', { ...filters, columns: fields.join() })),
    onError: (error) => notifications.show({ message: sentenceOf(error), color: 'red' }),
  });
  if (!file) return null;
  return (
    <Tooltip label={words.common.exportFile}>
      <ActionIcon
        variant="default"
        size={34}
        aria-label={words.common.exportFile}
        loading={take.isPending}
        onClick={() => take.mutate()}
        visibleFrom="sm"
      >
        <Icon name="download" />
      </ActionIcon>
    </Tooltip>
  );
}
