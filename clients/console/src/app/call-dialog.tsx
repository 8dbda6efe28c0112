import { QUEUES } from '../ui/care-choices.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { PoppedCall } from '../ui/popped-call.ts';
import { words } from '../words/words.ts';

const OUTCOMES = ['Answered', 'Missed', 'Voicemail', 'Other'] as const;

interface CallDialogProps {
  readonly call: PoppedCall;
  readonly about: 'outcome' | 'callback';
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** What came of a call; or a task for a queue, to call back. */
export function CallDialog({ call: { id, number }, about, onClose, onDone }: CallDialogProps) {
  const w = words.calling;
  const note = { name: 'note', label: words.fields.text, wide: true } as const;
  const common = { path: 'phonecall.update', onClose, onDone } as const;
  if (about === 'callback')
    return (
      <FormDialog
        {...common}
        title={`${w.callBack}: ${number}`}
        lead={w.callBackLead}
        confirm={w.callBack}
        fixed={{ id, outcome: 'Callback' }}
        fields={[{ name: 'queueid', source: QUEUES, required: true }, { name: 'due_at', hint: w.dueHint }, note]}
      />
    );
  const choices = OUTCOMES.map((value) => ({ value, label: w.outcomes[value] }));
  return (
    <FormDialog
      {...common}
      title={w.title(number)}
      confirm={words.common.save}
      fixed={{ id }}
      fields={[{ name: 'outcome', label: w.outcome, choices, initial: 'Answered', required: true }, note]}
    />
  );
}
