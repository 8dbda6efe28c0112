/** Work with money that begins before a person is chosen. */
export type Task = 'payment' | 'refund' | 'cash';

let begin: (task: Task) => void = () => undefined;

/** Set by the frame, which shows the dialogs of tasks over any screen. */
export function onTask(opener: (task: Task) => void): void {
  begin = opener;
}

export const beginTask = (task: Task): void => begin(task);
