import { Menu, Text, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type Me, me } from '../api/queries.ts';
import { signOut } from '../api/sign-out.ts';
import { choiceWord } from '../ui/choice-word.ts';
import { Icon, type IconName } from '../ui/icons.tsx';
import { singleKeys } from '../ui/keys.ts';
import { otherZone } from '../ui/region.ts';
import { words } from '../words/words.ts';
import { showKeys } from './key-help.tsx';
import classes from './shell.module.css';

const SCHEMES: readonly (readonly ['light' | 'dark' | 'auto', IconName])[] = [
  ['light', 'sun'],
  ['dark', 'moon'],
  ['auto', 'gear'],
];

export function AccountMenu({ who }: { who: Me }) {
  const leave = useSignOut();
  const elsewhere = otherZone();
  const [keysOn, setKeysOn] = singleKeys.use();
  return (
    <Menu position="bottom-end" width={240} checkIcon={<Icon name="check" size={16} />}>
      <Menu.Target>
        <button type="button" className={classes.account} aria-label={`${words.shell.account}: ${who.username}`}>
          <span className={classes.portrait}>
            <Icon name="user" size={17} />
          </span>
          <span className={classes.accountName}>{who.username}</span>
          <Icon name="chevronDown" size={14} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text component="span" fw={600} c="var(--mantine-color-text)" size="sm">
            {who.username}
          </Text>
          <br />
          {[who.reseller?.name ?? who.isp?.name ?? choiceWord(who.groupname), ...who.roles.map(choiceWord)].join(' · ')}
        </Menu.Label>
        {elsewhere && <Menu.Label>{words.shell.otherZone(who.zone, elsewhere)}</Menu.Label>}
        <Menu.Item component={Link} to="/account" leftSection={<Icon name="user" size={16} />}>
          {words.shell.screens.account}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="keyboard" size={16} />} onClick={showKeys}>
          {words.shell.keys}
        </Menu.Item>
        <Menu.CheckboxItem checked={keysOn} onChange={setKeysOn}>
          {words.shell.singleKeys}
        </Menu.CheckboxItem>
        <Menu.Divider />
        <Menu.Label>{words.shell.appearance}</Menu.Label>
        <Schemes />
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="logOut" size={16} />} onClick={() => void leave()}>
          {words.shell.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Schemes() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return SCHEMES.map(([scheme, icon]) => (
    <Menu.RadioItem
      key={scheme}
      value={scheme}
      checked={colorScheme === scheme}
      onChange={() => setColorScheme(scheme)}
      rightSection={<Icon name={icon} size={16} />}
    >
      {words.shell.theme[scheme]}
    </Menu.RadioItem>
  ));
}

/** Ends the session, and forgets all that was read with it, in every tab. */
function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  const router = useRouter();
  return async () => {
    await signOut();
    signedOut.postMessage('');
    queries.clear();
    queries.setQueryData(me.queryKey, null);
    await router.navigate({ to: '/sign-in' });
  };
}

/** Tells the other tabs of this browser. */
const signedOut = new BroadcastChannel('lastmile-signed-out');

/** Leaves with the others: the page is loaded again, which keeps nothing. */
signedOut.onmessage = () => globalThis.location.reload();
