import { Alert } from '@mantine/core';
import type { Row } from '../../api/client.ts';
import { Icon } from '../../ui/icons.tsx';
import { RecordScreen, type RecordSpec } from '../../ui/record-screen.tsx';
import { Status } from '../../ui/status.tsx';
import { Mono, Strong, Warn } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { ClearSecret } from './clear-secret.tsx';
import { WebhookSetup } from './webhook-setup.tsx';

type Gateway = Row<'gateway.list'>;

const isOn = ({ active }: Gateway) => (
  <Status of={active ? 'Active' : 'Paused'} label={active ? words.common.yes : words.common.no} />
);

const environment = (row: Gateway) =>
  row.environment === 'Live' ? words.choices.Live : <Warn>{words.choices[row.environment]}</Warn>;

const webhookSecret = ({ has_webhook_secret }: Gateway) =>
  has_webhook_secret ? words.gateways.stored : <Warn>{words.gateways.missing}</Warn>;

function gateways(): RecordSpec<Gateway> {
  const w = words.gateways;
  return {
    write: 'gateway.write',
    name: ({ name }) => name,
    facts: (row) => [
      [w.provider, row.provider],
      [w.environment, environment(row)],
      [w.state, isOn(row)],
      [w.keyId, row.key_id && <Mono key="key">{row.key_id}</Mono>],
      [w.webhook, webhookSecret(row)],
    ],
    add: {
      path: 'gateway.create',
      title: w.add,
      fields: () => [
        ...['name', 'provider'],
        { name: 'environment', initial: 'Live' },
        ...['key_id', 'key_secret', 'webhook_secret', 'active'],
      ],
    },
    edit: {
      path: 'gateway.update',
      title: w.edit,
      fields: ({ provider }) => [
        'name',
        ...(provider === 'Razorpay' ? ['key_id'] : []),
        { name: 'key_secret', hint: w.keepSecret },
        { name: 'webhook_secret', hint: w.keepSecret },
        'active',
      ],
    },
    remove: { path: 'gateway.delete', title: w.remove, lead: w.removeLead },
    more: (row, { isWritable }) => (
      <>
        {row.environment !== 'Live' && (
          <Alert color="amber" icon={<Icon name="alert" />} role="status">
            {row.environment === 'Test' ? w.test : w.simulator}
          </Alert>
        )}
        <WebhookSetup id={row.id} />
        {isWritable && row.has_webhook_secret && <ClearSecret id={row.id} />}
      </>
    ),
    list: {
      title: w.title,
      path: 'gateway.list',
      keyOf: ({ id }) => id,
      empty: { title: w.emptyTitle, hint: w.emptyHint },
      columns: [
        { key: 'name', title: w.name, width: 170, grow: 2, rank: 0, cell: ({ name }) => <Strong>{name}</Strong> },
        { key: 'provider', title: w.provider, width: 110, rank: 1, cell: ({ provider }) => provider },
        { key: 'environment', title: w.environment, width: 110, rank: 0, cell: environment },
        { key: 'active', title: w.state, width: 130, rank: 0, cell: isOn },
        { key: 'webhook', title: w.webhook, width: 160, rank: 2, cell: webhookSecret },
      ],
      narrow: (row) => ({ title: row.name, detail: row.provider, end: isOn(row), endDetail: environment(row) }),
      filters: [{ key: 'active', label: w.state, kind: 'flag', pinned: true }],
    },
  };
}

/** Accounts at payment providers. Their secrets are written, never read. */
export const Gateways = () => <RecordScreen spec={gateways()} />;
