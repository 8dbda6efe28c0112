import { ActionIcon, Button, Menu, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMay } from '../../api/session.ts';
import { day, fromToday, today } from '../../ui/day.ts';
import { Icon } from '../../ui/icons.tsx';
import { useSingleKeys } from '../../ui/keys.ts';
import { isAbove0, money } from '../../ui/money.ts';
import { Status } from '../../ui/status.tsx';
import { fullName, type SubscriberRecord } from '../../ui/subscriber-record.ts';
import { Dim, Warn } from '../../ui/texts.tsx';
import { useIsPhone } from '../../ui/use-phone.ts';
import { words } from '../../words/words.ts';
import { type Action, ActionDialog, useActions } from './actions.tsx';
import { CustomerNumber } from './customer-number.tsx';
import classes from './subscriber.module.css';
import { VerdictLine } from './verdict.tsx';

/** What one asks first, and what one does most. It stays in sight. */
export function Header({ subscriber }: { subscriber: SubscriberRecord }) {
  const { service, customer, plan, verdict } = subscriber;
  const actions = useActions(subscriber);
  const isPhone = useIsPhone();
  return (
    <header className={classes.header}>
      <div className={classes.headline}>
        <div className={classes.who}>
          <Title order={1}>{fullName(subscriber)}</Title>
          {!isPhone && <Dim>{service.username}</Dim>}
          <Status of={service.status} />
        </div>
        <Actions {...actions} />
      </div>
      {verdict && <VerdictLine of={verdict} />}
      <div className={classes.facts}>
        {isPhone && <Fact name={words.fields.username}>{service.username}</Fact>}
        <Fact name={words.subscriber.plan}>{plan?.name}</Fact>
        <Fact name={words.subscriber.validUpto}>
          <Validity upto={service.valid_upto} />
        </Fact>
        <Balance of={service.os_amt} />
        {customer && (
          <Fact name={words.subscriber.mobile}>
            <CustomerNumber of={customer} />
          </Fact>
        )}
      </div>
      {actions.open && <ActionDialog action={actions.open} subscriber={subscriber} onClose={actions.close} />}
    </header>
  );
}

/** What is owed, or was paid beyond that. */
function Balance({ of: amount }: { of: string }) {
  const w = words.subscriber;
  if (amount.startsWith('-')) return <Fact name={w.advance}>{money(amount.slice(1))}</Fact>;
  return <Fact name={w.outstanding}>{isAbove0(amount) ? <Warn>{money(amount)}</Warn> : money(amount)}</Fact>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <span className={classes.factName}>{name}</span>
      <span>{children}</span>
    </div>
  );
}

function Validity({ upto }: { upto: string | null }) {
  if (upto === null) return <Dim>{words.subscriber.neverValid}</Dim>;
  const relative = fromToday(upto);
  return (
    <>
      {day(upto)} {upto < today() ? <Warn>({relative})</Warn> : <Dim>({relative})</Dim>}
    </>
  );
}

/** The three most frequent are buttons; on a phone only the first. */
function Actions({ offered, start }: ReturnType<typeof useActions>) {
  const isPhone = useIsPhone();
  const may = useMay();
  const buttons = offered.filter(({ button }) => button).slice(0, isPhone ? 1 : 3);
  const rest = offered.filter((action) => !buttons.includes(action));
  useSingleKeys(Object.fromEntries(offered.flatMap(({ name, key }) => (key ? [[key, () => start(name)]] : []))));
  if (!may('service.operate') && offered.length === 0) return null;
  return (
    <div className={classes.actions}>
      {buttons.map(({ name, icon }, at) => (
        <Button
          key={name}
          variant={at === 0 ? 'filled' : 'default'}
          leftSection={<Icon name={icon} size={16} />}
          onClick={() => start(name)}
        >
          {words.subscriber.actions[name]}
        </Button>
      ))}
      {rest.length > 0 && <More rest={rest} start={start} />}
    </div>
  );
}

function More({ rest, start }: { rest: readonly Action[]; start: (name: Action['name']) => void }) {
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={words.subscriber.actions.more}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {rest.map(({ name, icon }) => (
          <Menu.Item key={name} leftSection={<Icon name={icon} size={16} />} onClick={() => start(name)}>
            {words.subscriber.actions[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
