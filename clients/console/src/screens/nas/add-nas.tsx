import { useMe } from '../../api/session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { words } from '../../words/words.ts';

/** Letters and digits only, so that it can be typed on a router. */
function newSecret(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return [...crypto.getRandomValues(new Uint8Array(20))].map((octet) => letters[octet % letters.length]).join('');
}

export function AddNas({ onClose }: { onClose: () => void }) {
  const w = words.nas;
  const { reseller } = useMe();
  return (
    <FormDialog
      path="nas.create"
      title={w.add}
      confirm={words.common.add}
      fixed={{ resellerid: reseller?.resellerid ?? 0 }}
      fields={[
        { name: 'name', label: w.name },
        { name: 'ip', label: w.ip },
        {
          name: 'vendor',
          label: w.vendor,
          kind: 'choice',
          choices: ['Mikrotik', 'Cisco', 'Juniper'],
          initial: 'Mikrotik',
        },
        { name: 'secret', label: w.secret, initial: newSecret() },
        { name: 'description', label: w.description, optional: true },
      ]}
      onClose={onClose}
    />
  );
}
