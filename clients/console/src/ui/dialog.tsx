import { Modal, type ModalProps } from '@mantine/core';
import { useOpenDialog } from './use-open-dialog.ts';

/** A dialog that is open for as long as it is there. */
export function Dialog(props: Omit<ModalProps, 'opened' | 'closeOnEscape'>) {
  useOpenDialog(props.onClose);
  return <Modal opened closeOnEscape={false} {...props} />;
}
