import { Alert, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Output } from '../api/client.ts';
import { words } from '../words/words.ts';
import { day } from './day.ts';
import { Icon } from './icons.tsx';
import { money } from './money.ts';
import classes from './preview.module.css';
import { Status } from './status.tsx';
import { Dim, Strong } from './texts.tsx';

/** What a change would do, as the node computed it. */
export type Outcome = Exclude<Output<'service.action'>, 'Done'>;

/** The service as it is. */
export interface Before {
  readonly status: string;
  readonly valid_upto: string | null;
  readonly os_amt: string;
}

/** Before and after (of a new service only after), charges with their tax, invoices, and the sessions touched. */
export function PreviewOf({ before, outcome }: { before?: Before; outcome: Outcome }) {
  const w = words.preview;
  return (
    <div className={classes.preview}>
      <Table withRowBorders={false} verticalSpacing={5}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            {/* What is made now was nothing before. */}
            <Table.Th>{before && w.before}</Table.Th>
            <Table.Th>{w.after}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Compared
            name={words.subscribers.status}
            before={before && <Status of={before.status} />}
            after={<Status of={outcome.status} />}
            same={before?.status === outcome.status}
          />
          <Compared
            name={words.subscriber.validUpto}
            before={before && dayOr(before.valid_upto)}
            after={dayOr(outcome.valid_upto)}
            same={before?.valid_upto === outcome.valid_upto}
          />
          <Compared
            name={words.subscriber.outstanding}
            before={before && owed(before.os_amt)}
            after={owed(outcome.os_amt)}
            same={before?.os_amt === outcome.os_amt}
          />
          {outcome.wallet && (
            <Compared
              name={w.wallet}
              before={money(outcome.wallet.before)}
              after={money(outcome.wallet.after)}
              same={outcome.wallet.before === outcome.wallet.after}
            />
          )}
        </Table.Tbody>
      </Table>
      <Charges outcome={outcome} />
      {outcome.wallet && (
        <Text size="sm">
          {w.wallet}: {money(outcome.wallet.before)} → <b>{money(outcome.wallet.after)}</b>
        </Text>
      )}
      <Text size="sm" c="dimmed" className={classes.sessions}>
        <Icon name="signal" size={15} /> {w.sessions(outcome.sessions)}
      </Text>
    </div>
  );
}

interface ComparedProps {
  readonly name: string;
  readonly before: ReactNode;
  readonly after: ReactNode;
  readonly same: boolean;
}

function Compared({ name, before, after, same }: ComparedProps) {
  return (
    <Table.Tr>
      <Table.Th scope="row" c="dimmed" fw={400}>
        {name}
      </Table.Th>
      <Table.Td>{before}</Table.Td>
      <Table.Td>{same ? <Dim>{words.preview.unchanged}</Dim> : <Strong>{after}</Strong>}</Table.Td>
    </Table.Tr>
  );
}

function Charges({ outcome: { charges, invoices } }: { outcome: Outcome }) {
  if (charges.length === 0 && invoices.length === 0) return null;
  return (
    <ul className={classes.charges}>
      {charges.map(({ description, total, tax }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two charges may be alike, and none moves
        <li key={at}>
          <span>
            {description}
            {/[1-9]/.test(tax) && (
              <Dim>
                {' '}
                · {words.preview.tax} {money(tax)}
              </Dim>
            )}
          </span>
          <span>{money(total)}</span>
        </li>
      ))}
      {invoices.map(({ total, due_date }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two invoices may be alike, and none moves
        <li key={at} className={classes.invoice}>
          <span>
            {words.preview.invoices}, {words.preview.dueOn(day(due_date))}
          </span>
          <span>{money(total)}</span>
        </li>
      ))}
    </ul>
  );
}

/** What is owed, or was paid beyond that. */
const owed = (amount: string) =>
  amount.startsWith('-') ? words.preview.inAdvance(money(amount.slice(1))) : money(amount);

const dayOr = (text: string | null) => (text === null ? words.subscriber.neverValid : day(text));

/** Why a change would be refused, or failed. */
export function Refusal({ sentence }: { sentence: string }) {
  return (
    <Alert color="red" icon={<Icon name="alert" />} role="alert">
      {sentence}
    </Alert>
  );
}
