import type { Row } from '../../api/client.ts';
import { words } from '../../words/words.ts';

export type Webhook = Row<'webhook.list'>;

/** What the node says of its state, or that it fails while it is enabled. */
export const stateOf = ({ status, failing_since }: Webhook): { of: string; label: string } =>
  status === 'Enabled' && failing_since
    ? { of: 'Failed', label: words.webhooks.failingState }
    : { of: status, label: words.webhooks.states[status] };
