import { Select, Stack, Switch, Text } from '@mantine/core';
import { useMe } from '../../api/session.ts';
import { choiceWord, choiceWords } from '../../ui/choice-word.ts';
import { Facts } from '../../ui/facts.tsx';
import { singleKeys } from '../../ui/keys.ts';
import { money } from '../../ui/money.ts';
import { Card, Screen } from '../../ui/screen.tsx';
import { chooseLanguage, LANGUAGES, type Language, language } from '../../words/language.ts';
import { words } from '../../words/words.ts';
import { Factor } from './factor.tsx';
import { PasswordCard } from './password.tsx';
import { Sessions } from './sessions.tsx';

/** The caller's own account. */
export function Account() {
  const { username, groupname, roles, isp, reseller, cash_balance, version } = useMe();
  const { account } = words;
  return (
    <Screen title={account.title} narrow>
      <Stack>
        <Card title={account.you}>
          <Facts
            facts={[
              [words.signIn.username, username],
              [account.group, [choiceWord(groupname), reseller?.name ?? isp?.name].filter(Boolean).join(' · ')],
              [account.roles, choiceWords(roles)],
              ...(isp ? [[account.cash, money(cash_balance)] as const] : []),
            ]}
          />
        </Card>
        <Factor />
        <PasswordCard />
        <Sessions />
        <Speech />
        <Keyboard />
        <Text size="xs" c="dimmed">
          {words.common.product} {version}
        </Text>
      </Stack>
    </Screen>
  );
}

/** Whether single letters are commands; kept in this browser. */
function Keyboard() {
  const [isOn, set] = singleKeys.use();
  return (
    <Card title={words.account.keys} hint={words.account.keysLead}>
      <Switch
        label={words.shell.singleKeys}
        checked={isOn}
        onChange={({ currentTarget }) => set(currentTarget.checked)}
      />
    </Card>
  );
}

function Speech() {
  return (
    <Card title={words.account.language}>
      <Select
        aria-label={words.account.language}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        value={language()}
        allowDeselect={false}
        onChange={(chosen) => chosen && chooseLanguage(chosen as Language)}
      />
    </Card>
  );
}
