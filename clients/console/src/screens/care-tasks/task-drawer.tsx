import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { sentenceOf } from '../../api/faults.ts';
import { useMay } from '../../api/session.ts';
import { choiceWord } from '../../ui/choice-word.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { instant } from '../../ui/instant.ts';
import { newKey } from '../../ui/new-key.ts';
import { isMasked, PhoneNumber } from '../../ui/phone-number.tsx';
import { Lines } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { useHandlerFields } from './new-task.tsx';
import { dueOf, stateOf, type Task } from './task-list.tsx';

interface TaskProps {
  readonly task: Task;
  readonly onClose: () => void;
}

/** A task, and what came of it. */
export function TaskDrawer({ task, onClose }: TaskProps) {
  const w = words.careTasks;
  const { serviceid, username, closed_at } = task;
  return (
    <DetailsDrawer title={task.title} onClose={onClose}>
      <Actions task={task} onClose={onClose} />
      {task.text && <Lines>{task.text}</Lines>}
      <Facts
        facts={[
          [words.tickets.number, task.callid !== null && isMasked(task.title) && <Callback key="number" of={task} />],
          [w.state, stateOf(task)],
          [w.due, dueOf(task)],
          [
            w.subject,
            serviceid === null ? (
              task.customername
            ) : (
              <Link key="subject" to={`/subscribers/${serviceid}`}>
                {task.customername ?? username ?? w.subscriber}
              </Link>
            ),
          ],
          [w.assigned, task.assigned_username],
          [w.queue, task.queuename],
          [words.fields.source, choiceWord(task.source)],
          [w.report, task.report],
          [w.closed, closed_at && `${instant(closed_at)}, ${task.closed_by ?? ''}`],
          [w.created, `${instant(task.created_at)}, ${task.created_by}`],
        ]}
      />
    </DetailsDrawer>
  );
}

/** The number to call back, where the title has it masked. */
const Callback = ({ of: { title, callid } }: { of: Task }) => (
  <PhoneNumber
    number={title.replace(/^.* /, '')}
    reveal={{ path: 'phonecall.phone_reveal', input: { id: callid ?? 0 } }}
  />
);

function Actions({ task, onClose }: TaskProps) {
  const { careTasks: w, common } = words;
  const isWritable = useMay()('note.write');
  const [asking, setAsking] = useState<'Done' | 'Cancelled' | 'edit'>();
  const move = useChange('task.move');
  if (!isWritable) return null;
  const reopen = () =>
    move.mutate(
      { id: task.id, state: 'Open' },
      { onSuccess: onClose, onError: (error) => notifications.show({ message: sentenceOf(error), color: 'red' }) },
    );
  if (task.state !== 'Open')
    return (
      <Group>
        <Button variant="default" loading={move.isPending} onClick={reopen}>
          {w.reopen}
        </Button>
      </Group>
    );
  return (
    <Group gap="xs">
      <Button leftSection={<Icon name="check" size={16} />} onClick={() => setAsking('Done')}>
        {w.done}
      </Button>
      <Button variant="default" leftSection={<Icon name="pencil" size={16} />} onClick={() => setAsking('edit')}>
        {common.edit}
      </Button>
      <Button variant="default" onClick={() => setAsking('Cancelled')}>
        {w.drop}
      </Button>
      {asking === 'edit' && <EditTask task={task} onClose={() => setAsking(undefined)} onDone={onClose} />}
      {asking && asking !== 'edit' && (
        <CloseTask task={task} state={asking} onClose={() => setAsking(undefined)} onDone={onClose} />
      )}
    </Group>
  );
}

interface ChangeProps extends TaskProps {
  readonly onDone: () => void;
}

function CloseTask({ task, state, onClose, onDone }: ChangeProps & { state: 'Done' | 'Cancelled' }) {
  const w = words.careTasks;
  const [idempotency_key] = useState(newKey);
  const title = state === 'Done' ? w.done : w.drop;
  return (
    <FormDialog
      path="task.move"
      title={`${title}: ${task.title}`}
      confirm={title}
      fixed={{ id: task.id, state, idempotency_key }}
      fields={[{ name: 'report', label: w.report }]}
      onClose={onClose}
      onDone={onDone}
    />
  );
}

function EditTask({ task, onClose, onDone }: ChangeProps) {
  const handlers = useHandlerFields();
  return (
    <FormDialog
      path="task.update"
      title={task.title}
      stored={task}
      fixed={{ id: task.id }}
      fields={['title', 'due_at', ...handlers, { name: 'text', label: words.careTasks.details, wide: true }]}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
