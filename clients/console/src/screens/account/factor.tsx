import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '../../api/change.ts';
import { useMe } from '../../api/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Enrolment } from '../../ui/enrolment.tsx';
import { Card } from '../../ui/screen.tsx';
import { words } from '../../words/words.ts';

export function Factor() {
  const { second_factor } = useMe();
  const [isOpen, { open, close }] = useDisclosure(false);
  const queries = useQueryClient();
  const remove = useChange('login.second_factor_remove');
  const { account } = words;
  const finish = async () => {
    close();
    await queries.invalidateQueries();
  };
  return (
    <Card
      title={account.factor}
      actions={
        second_factor ? (
          <Button variant="default" size="xs" loading={remove.isPending} onClick={() => remove.mutate(undefined)}>
            {account.factorRemove}
          </Button>
        ) : (
          <Button size="xs" onClick={open}>
            {account.factorAdd}
          </Button>
        )
      }
    >
      <Text>{second_factor ? account.factorOn : account.factorOff}</Text>
      {isOpen && (
        <Dialog onClose={close} title={account.factor}>
          <Enrolment lead={words.signIn.enrolOwnLead} onDone={finish} />
        </Dialog>
      )}
    </Card>
  );
}
