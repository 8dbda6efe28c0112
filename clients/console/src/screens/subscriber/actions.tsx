import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type Permission, useMay } from '../../api/session.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { day } from '../../ui/day.ts';
import { type Outcome, toldWithSum, withSum } from '../../ui/effects.ts';
import type { IconName } from '../../ui/icons.tsx';
import { isAbove0 } from '../../ui/money.ts';
import { PreviewDialog } from '../../ui/preview-dialog.tsx';
import { refundable } from '../../ui/refundable.ts';
import { fullName, isOnline, type SubscriberRecord } from '../../ui/subscriber-record.ts';
import type { Words } from '../../words/words.ts';
import { words } from '../../words/words.ts';
import { AdjustDialog } from './adjust-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { PlanChangeDialog } from './plan-change-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { TopupDialog } from './topup-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';
import { WriteOffDialog } from './write-off-dialog.tsx';

type Name = Exclude<keyof Words['subscriber']['actions'], 'more'>;

/** Something that is done with a subscriber. */
export interface Action {
  readonly name: Name;
  readonly icon: IconName;
  readonly needs: Permission;
  /** Its single key. */
  readonly key?: string;
  /** Important enough for a button. */
  readonly button?: boolean;
  /** Whether it makes sense now; the node judges. */
  readonly fits?: (subscriber: SubscriberRecord) => boolean;
}

const isOff = ({ service: { status } }: SubscriberRecord) => ['Suspend', 'NP', 'NPD'].includes(status);
const isSuspended = ({ service: { status } }: SubscriberRecord) => status === 'Suspend';

const ACTIONS: readonly Action[] = [
  { name: 'payment', icon: 'card', needs: 'payment.write', key: 'p', button: true },
  { name: 'restore', icon: 'play', needs: 'service.operate', button: true, fits: isSuspended },
  {
    name: 'renew',
    icon: 'refresh',
    needs: 'service.operate',
    key: 'r',
    button: true,
    fits: (one) => !isSuspended(one),
  },
  { name: 'topup', icon: 'bolt', needs: 'service.operate', key: 't', button: true },
  { name: 'planchange', icon: 'swap', needs: 'service.operate' },
  { name: 'restore', icon: 'play', needs: 'service.operate', fits: (one) => isOff(one) && !isSuspended(one) },
  {
    name: 'suspend',
    icon: 'pause',
    needs: 'service.operate',
    fits: ({ service }) => !['Suspend', 'NewRequest'].includes(service.status),
  },
  { name: 'bill', icon: 'receipt', needs: 'service.operate', fits: ({ service }) => service.status !== 'NewRequest' },
  { name: 'disconnect', icon: 'plug', needs: 'session.disconnect', key: 'd', fits: isOnline },
  { name: 'adjust', icon: 'pencil', needs: 'service.adjust' },
  {
    name: 'writeOff',
    icon: 'trash',
    needs: 'service.write_off',
    fits: ({ service }) => isAbove0(service.os_amt),
  },
  { name: 'refund', icon: 'wallet', needs: 'payment.refund', fits: (one) => refundable(one).length > 0 },
  { name: 'transfer', icon: 'swap', needs: 'payment.write', fits: (one) => refundable(one).includes('Advance') },
  {
    name: 'macUnbind',
    icon: 'x',
    needs: 'service.write',
    fits: ({ service }) => service.mac !== null && service.mac_bind !== 'No',
  },
  { name: 'delete', icon: 'trash', needs: 'service.write', fits: (one) => !isOnline(one) },
];

/** What the caller may do now, and which dialog is open. */
export function useActions(subscriber: SubscriberRecord) {
  const may = useMay();
  const address = useSearch({ strict: false }) as { do?: string };
  const navigate = useNavigate();
  const [open, setOpen] = useState<Name>();
  const offered = ACTIONS.filter(({ needs, fits }) => may(needs) && (fits?.(subscriber) ?? true));
  // Sent here to do something: the counter takes a payment.
  const asked = offered.find(({ name }) => name === address.do)?.name;
  const close = () => {
    setOpen(undefined);
    if (asked)
      void navigate({ to: '.', search: ((before: object) => ({ ...before, do: undefined })) as never, replace: true });
  };
  return { offered, open: open ?? asked, start: setOpen, close };
}

interface ActionDialogProps {
  readonly action: Name;
  readonly subscriber: SubscriberRecord;
  readonly onClose: () => void;
}

/** The dialog of an action; those of the life cycle have no fields of their own. */
export function ActionDialog({ action, subscriber, onClose }: ActionDialogProps) {
  const { serviceid, username } = subscriber.service;
  const common = { subscriber, onClose };
  const w = words.preview;
  switch (action) {
    case 'payment':
      return <PaymentDialog {...common} />;
    case 'topup':
      return <TopupDialog {...common} />;
    case 'planchange':
      return <PlanChangeDialog {...common} />;
    case 'adjust':
      return <AdjustDialog {...common} />;
    case 'writeOff':
      return <WriteOffDialog {...common} />;
    case 'delete':
      return <DeleteDialog {...common} />;
    case 'refund':
      return <RefundDialog {...common} />;
    case 'transfer':
      return <TransferDialog {...common} />;
    case 'disconnect':
      return (
        <AskDialog
          path="session.disconnect"
          input={{ username }}
          title={w.disconnectTitle}
          lead={w.disconnectLead}
          confirm={words.subscriber.actions.disconnect}
          onClose={onClose}
        />
      );
    case 'macUnbind':
      return (
        <AskDialog
          path="service.mac_unbind"
          input={{ serviceid }}
          title={w.macUnbindTitle}
          lead={w.macUnbindLead}
          confirm={words.subscriber.actions.macUnbind}
          onClose={onClose}
        />
      );
    default:
      return (
        <PreviewDialog
          path="service.action"
          input={{ serviceid, action }}
          title={w[`${action}Title`]}
          name={fullName(subscriber)}
          confirm={withSum(words.subscriber.actions[action])}
          tell={(preview) => toldWithSum(toldOf(action, fullName(subscriber), preview), preview)}
          onClose={onClose}
        />
      );
  }
}

function toldOf(action: 'renew' | 'suspend' | 'restore' | 'bill', name: string, { valid_upto }: Outcome): string {
  if (action !== 'renew') return words.told[action](name);
  return valid_upto === null ? words.preview.done : words.told.renew(name, day(valid_upto));
}
