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
      fixed={{ resellerid: reseller?.resellerid ?? 0 }}
      fields={['name', 'ip', 'vendor', { name: 'secret', initial: newSecret() }, 'coa_port', 'description']}
      onClose={onClose}
    />
  );
}
