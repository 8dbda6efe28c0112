import { Button, Group, Stack } from '@mantine/core';
import { ChangeFault } from '../../ui/change-fault.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { withSum } from '../../ui/effects.ts';
import { Facts } from '../../ui/facts.tsx';
import { PreviewOf } from '../../ui/preview.tsx';
import { useConfirmKeys } from '../../ui/use-confirm-keys.ts';
import { words } from '../../words/words.ts';
import type { Outcome } from './use-new-subscriber.ts';

/** The customer, as far as it is confirmed. */
interface Person {
  readonly name?: string;
  readonly surname?: string | null;
  readonly mobile?: string;
  readonly street?: string;
  readonly city?: string;
}

interface ConfirmProps {
  readonly outcome: Outcome;
  readonly who: Person;
  readonly username: string;
  readonly error: unknown;
  readonly isPending: boolean;
  /** Its answer was lost. */
  readonly isUnknown: boolean;
  /** Its lead is being installed. */
  readonly mayBeInstalled: boolean;
  /** `isInstalled`: the installation of the lead is reported as completed too. */
  readonly onConfirm: (isInstalled: boolean) => void;
  readonly onClose: () => void;
}

/** Who becomes a subscriber, what that charges, and the wallet before and after, before it is done. */
export function Confirm({ outcome, who, username, error, mayBeInstalled, ...props }: ConfirmProps) {
  const { isPending, isUnknown, onConfirm, onClose } = props;
  const { newSubscriber: w, fields } = words;
  const keys = useConfirmKeys(true, true);
  return (
    <Dialog onClose={onClose} title={`${w.create}: ${nameOf(who)}`} size="md">
      <Stack gap="sm" onKeyDown={keys.onKeyDown}>
        <Facts
          facts={[
            [fields.mobile, who.mobile],
            [fields.address, [who.street, who.city].filter(Boolean).join(', ')],
            [fields.username, username],
          ]}
        />
        <PreviewOf outcome={outcome} />
        <ChangeFault of={{ error, isUnknown }} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.common.cancel}
          </Button>
          {mayBeInstalled && (
            <Button variant="light" loading={isPending} onClick={() => onConfirm(true)}>
              {withSum(w.createInstalled)(outcome)}
            </Button>
          )}
          <Button loading={isPending} onClick={() => onConfirm(false)} ref={keys.button}>
            {withSum(w.create)(outcome)}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

export const nameOf = ({ name, surname }: Person): string => [name, surname].filter(Boolean).join(' ');
