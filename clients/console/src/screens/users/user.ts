import type { Row } from '../../api/client.ts';

export type User = Row<'user.list'>;

/** Who uses a login, and how to reach them. */
export const PERSON = ['name', 'mobile', 'email'];
