import type { Row } from '../../api/client.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { words } from '../../words/words.ts';

export type SubLocation = Row<'location.sublocation'>;
export type LocationDialogName = 'edit' | 'delete' | 'addSub' | 'editSub' | 'deleteSub';

interface LocationDialogProps {
  readonly name: LocationDialogName;
  readonly location: Row<'location.list'>;
  readonly sub?: SubLocation;
  readonly onClose: () => void;
  /** The location itself is another, or gone. */
  readonly onLocationChanged: () => void;
}

/** What is done with a location and its sub locations. */
export function LocationDialog({ name, location, sub, onClose, onLocationChanged }: LocationDialogProps) {
  const w = words.locations;
  const { location_code } = location;
  const final = { lead: w.removeLead, confirm: w.remove, isFinal: true, onClose } as const;
  const subOf = { location_code, sub_location_code: sub?.sub_location_code ?? '' };
  switch (name) {
    case 'edit':
      return (
        <FormDialog
          path="location.update"
          title={w.edit}
          stored={{ ...location, new_location_code: location_code }}
          fixed={{ location_code }}
          fields={['location', 'new_location_code']}
          onClose={onClose}
          onDone={onLocationChanged}
        />
      );
    case 'delete':
      return (
        <AskDialog
          {...final}
          path="location.delete"
          input={{ location_code }}
          title={w.removeTitle(location.location)}
          onDone={onLocationChanged}
        />
      );
    case 'addSub':
      return (
        <FormDialog
          path="location.sublocation_create"
          title={w.addSub}
          fixed={{ location_code }}
          fields={['sub_location', { name: 'sub_location_code', label: w.code }]}
          onClose={onClose}
        />
      );
    case 'editSub':
      return (
        <FormDialog
          path="location.sublocation_update"
          title={w.editSub}
          stored={{ ...sub, new_sub_location_code: sub?.sub_location_code }}
          fixed={subOf}
          fields={['sub_location', 'new_sub_location_code']}
          onClose={onClose}
        />
      );
    case 'deleteSub':
      return (
        <AskDialog
          {...final}
          path="location.sublocation_delete"
          input={subOf}
          title={w.removeTitle(sub?.sub_location ?? '')}
        />
      );
  }
}
