import { Alert, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../words/words.ts';
import { day } from './day.ts';
import { chargeName, effectsOf, type Outcome, offerName } from './effects.ts';
import { Icon } from './icons.tsx';
import { money } from './money.ts';
import classes from './preview.module.css';
import { Status } from './status.tsx';
import { Dim, Strong } from './texts.tsx';

/** What a change does, in words; before and after; charges with their tax, invoices, and the sessions touched. */
export function PreviewOf({ outcome }: { outcome: Outcome }) {
  return (
    <div className={classes.preview}>
      <ul className={classes.effects}>
        {effectsOf(outcome).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Values outcome={outcome} />
      <Charges outcome={outcome} />
      <Text size="sm" c="dimmed" className={classes.sessions}>
        <Icon name="signal" size={15} /> {words.preview.sessions(outcome.sessions)}
      </Text>
    </div>
  );
}

/** The old values beside the new ones. What is made now was nothing before. */
function Values({ outcome }: { outcome: Outcome }) {
  const w = words.preview;
  const { before, wallet } = outcome;
  const isAnotherPlan = before !== null && before.subplanid !== outcome.subplanid;
  return (
    <Table withRowBorders={false} verticalSpacing={5} className={classes.values ?? ''}>
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
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
        {isAnotherPlan && <Compared name={w.plan} before={offerName(before)} after={offerName(outcome)} same={false} />}
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
        {wallet && (
          <Compared
            name={w.wallet}
            before={money(wallet.before)}
            after={money(wallet.after)}
            same={wallet.before === wallet.after}
          />
        )}
      </Table.Tbody>
    </Table>
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
      {charges.map((charge, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two charges may be alike, and none moves
        <li key={at}>
          <span>
            {chargeName(charge)}
            {/[1-9]/.test(charge.tax) && (
              <Dim>
                {' '}
                <span className={classes.tax}>
                  · {words.preview.tax} {money(charge.tax)}
                </span>
              </Dim>
            )}
          </span>
          <span>{money(charge.total)}</span>
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
export const owed = (amount: string) =>
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
