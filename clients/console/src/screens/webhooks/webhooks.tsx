import { useState } from 'react';
import type { Output } from '../../api/client.ts';
import type { FieldSpec } from '../../ui/form-fields.ts';
import { instant } from '../../ui/instant.ts';
import { RecordScreen, type RecordSpec } from '../../ui/record-screen.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Status } from '../../ui/status.tsx';
import { Dim, Mono, Strong, Warn } from '../../ui/texts.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { Deliveries } from './deliveries.tsx';
import { stateOf, type Webhook } from './webhook.ts';
import { WebhookActions } from './webhook-actions.tsx';

const state = (row: Webhook) => <Status {...stateOf(row)} />;
const types = ({ type }: Webhook) => (type === '' ? words.webhooks.allTypes : type.replaceAll(',', ', '));
const accepted = ({ accepted_at }: Webhook) => (accepted_at ? instant(accepted_at) : <Dim>{words.webhooks.never}</Dim>);

function webhooks(onSecret: (secret: string) => void): RecordSpec<Webhook> {
  const w = words.webhooks;
  const fields: readonly FieldSpec[] = [
    { name: 'url', wide: true },
    { name: 'type', label: w.types, hint: w.typesHint },
    'description',
  ];
  return {
    write: 'webhook.write',
    name: ({ url }) => url,
    facts: (row) => [
      [w.state, state(row)],
      [w.types, types(row)],
      [w.description, row.description],
      [w.accepted, accepted(row)],
      [w.position, count(row.cursor)],
      [w.failing, row.failing_since && instant(row.failing_since)],
      [w.attempts, row.failing_since && count(row.attempts)],
      [w.retry, row.retry_at && instant(row.retry_at)],
      [w.lastError, row.last_error && <Warn key="error">{row.last_error}</Warn>],
    ],
    add: {
      path: 'webhook.create',
      title: w.add,
      fields: () => fields,
      onDone: (answer) => onSecret((answer as Output<'webhook.create'>).secret),
    },
    edit: { path: 'webhook.update', title: w.edit, fields: () => fields },
    remove: { path: 'webhook.delete', title: w.remove, lead: w.removeLead },
    more: (row, { isWritable, close }) => (
      <>
        {isWritable && <WebhookActions webhook={row} onSecret={onSecret} onDone={close} />}
        <Deliveries webhookid={row.id} />
      </>
    ),
    list: {
      title: w.title,
      path: 'webhook.list',
      keyOf: ({ id }) => id,
      empty: { title: w.emptyTitle, hint: w.emptyHint },
      columns: [
        { key: 'url', title: w.url, width: 240, grow: 2, rank: 0, cell: ({ url }) => <Strong>{url}</Strong> },
        { key: 'type', title: w.types, width: 160, grow: 1.2, rank: 2, cell: (row) => <Mono>{types(row)}</Mono> },
        { key: 'state', title: w.state, width: 120, rank: 0, cell: state },
        { key: 'accepted', title: w.accepted, width: 140, rank: 1, cell: accepted },
        { key: 'error', title: w.lastError, width: 180, rank: 3, cell: ({ last_error }) => last_error },
      ],
      narrow: (row) => ({ title: row.url, detail: row.last_error ?? types(row), end: state(row) }),
      filters: [
        {
          ...{ key: 'status', label: w.state, kind: 'choice', pinned: true },
          choices: Object.entries(w.states).map(([value, label]) => ({ value, label })),
        },
      ],
    },
  };
}

/** Addresses of other systems that are told of events. */
export function Webhooks() {
  const w = words.webhooks;
  const [secret, setSecret] = useState<string>();
  return (
    <RecordScreen spec={webhooks(setSecret)}>
      {secret !== undefined && (
        <ShownOnce title={w.secretTitle} lead={w.secretLead} secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </RecordScreen>
  );
}
