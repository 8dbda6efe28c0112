import { useState } from 'react';
import { useMe } from '../../api/session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { newSecret } from '../../ui/new-secret.ts';
import { words } from '../../words/words.ts';

export function AddNas({ onClose }: { onClose: () => void }) {
  const w = words.nas;
  const { reseller } = useMe();
  const [secret] = useState(() => newSecret(20));
  return (
    <FormDialog
      path="nas.create"
      title={w.add}
      fixed={{ resellerid: reseller?.resellerid ?? 0 }}
      fields={['name', 'ip', 'vendor', { name: 'secret', initial: secret, plain: true }, 'coa_port', 'description']}
      onClose={onClose}
    />
  );
}
