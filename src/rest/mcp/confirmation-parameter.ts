/** The parameter with which the second call of a change carries it out. */
export const CONFIRMATION = 'confirmation';

/** How long the people whom an assistant asks have, in minutes. */
export const CONFIRM_WITHIN_MINUTES = 10;

export const confirmationParameter = {
  type: 'string',
  description: `Leave it out at first: the call then changes nothing, says what it would do, and answers a confirmation. Show that to the person you work for. When they agree, repeat the call within ${CONFIRM_WITHIN_MINUTES} minutes with the same arguments and this confirmation.`,
} as const;
