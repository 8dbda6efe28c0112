/** Numbers of the kinds of records, as the statement knows them. */
export const KIND = { start: 0, interim: 1, stop: 2, close: 3 } as const;
