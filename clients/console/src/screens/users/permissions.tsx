import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Input } from '../../api/client.ts';
import { ask } from '../../api/queries.ts';
import { choiceWord } from '../../ui/choice-word.ts';
import { Answer } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { words } from '../../words/words.ts';

/** What these roles may do, as far as the group of the user allows. */
export function Permissions({ roles }: { roles: readonly string[] }) {
  const list = useQuery(ask('user.role_list', undefined as Input<'user.role_list'>));
  return (
    <Answer of={list}>
      {(rows) => (
        <details>
          <Text component="summary" fw={600}>
            {words.users.rolesTitle}
          </Text>
          <Facts
            facts={rows
              .filter(({ role }) => roles.includes(role))
              .map(({ role, permissions }) => [choiceWord(role), permissions.join(', ')] as const)}
          />
        </details>
      )}
    </Answer>
  );
}
