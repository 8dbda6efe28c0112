import type { Row } from '../../api/client.ts';

export type Isp = Row<'isp.list'>;
