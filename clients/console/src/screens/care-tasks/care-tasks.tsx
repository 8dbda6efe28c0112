import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { Icon } from '../../ui/icons.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { words } from '../../words/words.ts';
import { NewTask } from './new-task.tsx';
import { TaskDrawer } from './task-drawer.tsx';
import { allTasks, myTasks, type Task } from './task-list.tsx';

/** What the caller is to do; by choice the tasks of everybody whom the caller sees. */
export function CareTasks() {
  const may = useMay();
  const [address, set] = useAddress();
  const [task, setTask] = useState<Task>();
  const [isAdding, setAdding] = useState(false);
  const isAll = address.whose === 'all';
  const w = words.careTasks;
  const whose = (
    <SegmentedControl
      aria-label={w.whose}
      value={isAll ? 'all' : 'mine'}
      onChange={(value) => set({ whose: value === 'all' ? 'all' : undefined, state: undefined })}
      data={[
        { value: 'mine', label: w.mine },
        { value: 'all', label: words.common.all },
      ]}
    />
  );
  return (
    <ListScreen
      key={isAll ? 'all' : 'mine'}
      spec={isAll ? allTasks() : myTasks()}
      onOpen={setTask}
      actions={
        <>
          {whose}
          {may('note.write') && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
              {words.common.add}
            </Button>
          )}
        </>
      }
    >
      {task && <TaskDrawer task={task} onClose={() => setTask(undefined)} />}
      {isAdding && <NewTask onClose={() => setAdding(false)} />}
    </ListScreen>
  );
}
