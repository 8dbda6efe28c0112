import type { Row } from '../../api/client.ts';

export type User = Row<'user.list'>;
