import type { Row } from '../../api/client.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { words } from '../../words/words.ts';

export type Reseller = Row<'reseller.list'>;

const FIELDS = [
  ...['name', 'type', 'code', 'mobile', 'email', 'state', 'invoice_by', 'payment_by'],
  ...['commission_percent', 'credit_limit', 'address'],
];

interface ResellerFormProps {
  /** Undefined: a new one. */
  readonly reseller?: Reseller;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

/** A new reseller or franchisee, or changes of one. */
export function ResellerForm({ reseller, onClose, onDone }: ResellerFormProps) {
  const common = { fields: FIELDS, onClose, ...(onDone ? { onDone } : {}) };
  if (!reseller) return <FormDialog {...common} path="reseller.create" title={words.wallets.add} />;
  return (
    <FormDialog
      {...common}
      path="reseller.update"
      title={words.wallets.edit}
      stored={reseller}
      fixed={{ resellerid: reseller.id }}
    />
  );
}
