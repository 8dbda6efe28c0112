import { lazy, Suspense, useEffect, useState } from 'react';
import { onTask, type Task } from '../ui/tasks.ts';

// Most people begin their day without them.
const WithSubscriber = lazy(() => import('./with-subscriber.tsx'));
const CashHandOver = lazy(() => import('./cash-hand-over.tsx'));

/** The dialogs of tasks, over any screen. */
export function TaskDialogs() {
  const [task, setTask] = useState<Task>();
  useEffect(() => onTask(setTask), []);
  const close = () => setTask(undefined);
  return (
    <Suspense>
      {task === 'cash' && <CashHandOver onClose={close} />}
      {(task === 'payment' || task === 'refund') && <WithSubscriber task={task} onClose={close} />}
    </Suspense>
  );
}
