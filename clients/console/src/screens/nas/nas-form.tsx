import { useState } from 'react';
import type { Row } from '../../api/client.ts';
import { useMe } from '../../api/session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { newSecret } from '../../ui/new-secret.ts';
import { words } from '../../words/words.ts';

type Nas = Row<'nas.list'>;

/** What is known of it already. */
export interface NewNas {
  readonly name?: string;
  readonly ip?: string;
}

interface AddNasProps {
  readonly of: NewNas;
  readonly onClose: () => void;
  /** Instead of `onClose`, with the id of the new NAS. */
  readonly onAdded: (id: number) => void;
}

export function AddNas({ of, onClose, onAdded }: AddNasProps) {
  const { isp, reseller } = useMe();
  const [secret] = useState(() => newSecret(20));
  return (
    <FormDialog
      path="nas.create"
      title={words.nas.add}
      fixed={{ resellerid: reseller?.resellerid ?? 0 }}
      fields={[
        ...(isp ? [] : [{ name: 'ispid', required: true }]),
        { name: 'name', ...(of.name ? { initial: of.name } : {}) },
        { name: 'ip', ...(of.ip ? { initial: of.ip } : {}) },
        'vendor',
        { name: 'secret', initial: secret, plain: true },
        'coa_port',
        'description',
      ]}
      onClose={onClose}
      onDone={onAdded}
    />
  );
}

const RARE = ['require_message_authenticator', 'line_rate_mbps', 'interim_interval', 'rate_template', 'swap_direction', 'ipoe'];

interface EditNasProps {
  readonly nas: Nas;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function EditNas({ nas, onClose, onDone }: EditNasProps) {
  return (
    <FormDialog
      path="nas.update"
      title={words.nas.edit}
      stored={nas}
      fixed={{ id: nas.id }}
      fields={[
        ...['name', 'ip', 'vendor'],
        { name: 'secret', hint: words.nas.keepSecret },
        ...['coa_port', 'description', ...RARE],
      ]}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
