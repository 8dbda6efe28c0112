/** What the staff notes about a customer. */
export const noteCard = {
  title: 'Notes',
  add: 'Add a note',
  pin: 'Pin',
  unpin: 'Unpin',
  remove: 'Delete',
  removeTitle: 'Delete this note?',
  removeLead: 'Nobody sees it any more. The audit still shows what it said.',
  none: 'No notes yet',
  shared: 'shared',
} as const;

/** The screen that a telephone system opens with the number of a caller. */
export const calling = {
  screen: 'Caller',
  title: (number: string) => `Call from ${number}`,
  several: 'Several subscribers have this number.',
  nobody: 'No subscriber has this number',
  nobodyHint: 'The call is logged as a stranger’s. It may be somebody who wants a connection.',
  noNumber: 'No number was given',
  noNumberHint: 'The telephone system opens this page with the number of the caller: /console/call?from=…',
  notLogged: (why: string) => `The call was not logged: ${why}`,
} as const;
