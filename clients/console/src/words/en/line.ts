/** When the node cannot be reached. */
export const line = {
  offline: 'You are offline.',
  silent: 'The node does not answer.',
  offlineAsOf: (time: string) => `You are offline; shown as of ${time}.`,
  silentAsOf: (time: string) => `The node does not answer; shown as of ${time}.`,
  notLoaded: 'This has not been loaded yet. It appears by itself when the connection is back.',
  tryNow: 'Try now',
  read: 'No answer arrived. Check your connection, then try again.',
  unsent: 'You are offline, so nothing was sent. Send it again when the connection is back.',
  unknown: 'No answer arrived, so it is not known whether this was done. Check before you send it again.',
  repeated:
    'No answer arrived. This is sent again when the connection is back, and carried out only once. If you close it before that, check whether it was done.',
  signOutOwed:
    'You are signed out here, but the node could not be reached. Your session there ends when the connection is back.',
} as const;
