import { ActionIcon, Drawer, Kbd } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { followChanges } from '../api/live.ts';
import { type Me, me } from '../api/queries.ts';
import { SignedIn } from '../api/session.ts';
import { Icon } from '../ui/icons.tsx';
import { Logo } from '../ui/logo.tsx';
import { money } from '../ui/money.ts';
import { setRegion } from '../ui/region.ts';
import { ScreenParts } from '../ui/screen.tsx';
import { useIsPhone } from '../ui/use-phone.ts';
import { words } from '../words/words.ts';
import { AccountMenu } from './account-menu.tsx';
import { AlertBell } from './alert-bell.tsx';
import { Announcer } from './announcer.tsx';
import { ConfirmPassword } from './confirm-password.tsx';
import { FailedAttempts } from './failed-attempts.tsx';
import { KeyHelp } from './key-help.tsx';
import { LineNotice } from './line-notice.tsx';
import { placesFor } from './navigation.ts';
import { Palette, usePalette } from './palette.tsx';
import { Parts } from './parts.tsx';
import { PoppedCallNotice } from './popped-call.tsx';
import classes from './shell.module.css';
import { TaskDialogs } from './task-dialogs.tsx';
import { useUnsent } from './use-unsent.ts';

/** The frame around every screen. */
export function Shell() {
  const { data } = useQuery(me);
  // Between signing out and leaving, the screens still draw.
  const last = useRef<Me | null>(null);
  if (data) last.current = data;
  const who = last.current;
  if (!who) return null;
  setRegion({ zone: who.zone, currency: who.isp?.currency ?? 'INR' });
  return (
    <SignedIn value={who}>
      <Frame who={who} />
    </SignedIn>
  );
}

function Frame({ who }: { who: Me }) {
  const queries = useQueryClient();
  useEffect(() => followChanges(queries), [queries]);
  useUnsent(who.userid);
  const [isOpen, { open, close }] = useDisclosure(false);
  const palette = usePalette();
  const isPhone = useIsPhone();
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        {words.shell.skip}
      </a>
      <header className={classes.bar}>
        <ActionIcon
          className={classes.burger}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={words.shell.openNavigation}
          onClick={open}
        >
          <Icon name="menu" size={20} />
        </ActionIcon>
        <Link to="/" className={classes.brand} aria-label={who.isp?.name ?? words.common.product}>
          <Logo />
          <span className={classes.brandName}>{who.isp?.name ?? words.common.product}</span>
        </Link>
        <button type="button" className={classes.find} onClick={palette.open}>
          <Icon name="search" size={16} />
          <span className={classes.findText}>{isPhone ? words.common.search : words.shell.searchHint}</span>
          <Kbd size="xs" className={classes.findKey ?? ''}>
            Ctrl K
          </Kbd>
        </button>
        <span className={classes.space} />
        <AlertBell />
        <Wallet who={who} />
        <AccountMenu who={who} />
      </header>
      <LineNotice />
      <Navigation who={who} />
      <Drawer
        opened={isOpen}
        onClose={close}
        size={264}
        title={who.isp?.name ?? words.common.product}
        className={classes.drawer ?? ''}
      >
        <Navigation who={who} onChosen={close} />
      </Drawer>
      <main className={classes.main} id="main" tabIndex={-1}>
        <FailedAttempts session={who.session} />
        <PoppedCallNotice session={who.session} />
        <ScreenParts value={<Parts who={who} />}>
          <Outlet />
        </ScreenParts>
      </main>
      <Announcer />
      <Palette {...palette} />
      <TaskDialogs />
      <ConfirmPassword />
      <KeyHelp />
    </div>
  );
}

/** A franchisee's wallet is always in sight, and where there is room how far it may be overdrawn. */
function Wallet({ who: { reseller } }: { who: Me }) {
  if (reseller?.type !== 'Franchisee') return null;
  return (
    <Link to="/wallets" className={classes.wallet} title={words.shell.wallet}>
      <span className={classes.walletWord}>{words.shell.wallet} </span>
      <b>{money(reseller.wallet)}</b>
      {reseller.credit_limit && (
        <span className={classes.walletWord}> {words.shell.creditLimit(money(reseller.credit_limit))}</span>
      )}
    </Link>
  );
}

function Navigation({ who, onChosen }: { who: Me; onChosen?: () => void }) {
  const places = placesFor(who);
  const groups = [...new Set(places.map(({ group }) => group))];
  return (
    <nav className={classes.nav} aria-label={words.shell.navigation}>
      {groups.map((group) => (
        <div key={group}>
          <div className={classes.group}>{words.shell.groups[group]}</div>
          {places
            .filter((place) => place.group === group)
            .map(({ to, icon, name }) => (
              <Link key={to} to={to} className={classes.place} {...(onChosen ? { onClick: onChosen } : {})}>
                <Icon name={icon} />
                {words.shell.screens[name]}
              </Link>
            ))}
        </div>
      ))}
    </nav>
  );
}
