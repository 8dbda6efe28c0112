import * as wire from '../../../core/wire/index.ts';

export const TASK_STATES = ['Open', 'Done', 'Cancelled'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** What a task can become. */
export const NEXT_STATES: Readonly<Record<TaskState, readonly TaskState[]>> = {
  Open: ['Done', 'Cancelled'],
  Done: ['Open'],
  Cancelled: ['Open'],
};

/** `Callback`: a call asked for it. */
export const TASK_SOURCES = ['Manual', 'Callback'] as const;

export const taskShape = {
  title: wire.text(200),
  text: wire.text(4000),
  due_at: wire.timestamp(),
  assigned_to: wire.id(),
  queueid: wire.id(),
};
