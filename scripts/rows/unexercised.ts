/** The reads that no test runs in the process of the tests, as `file: function`, with the reason. */
export const UNEXERCISED: Readonly<Record<string, string>> = {};
