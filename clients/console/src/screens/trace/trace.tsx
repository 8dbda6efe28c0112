import { VisuallyHidden } from '@mantine/core';
import { Card, Screen } from '../../ui/screen.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { words } from '../../words/words.ts';
import { Holders, totalOf } from './holders.tsx';
import { QuestionForm } from './question-form.tsx';
import { useTrace } from './use-trace.ts';

/** Who had an address, and when. The address may come from another screen: `?ip=100.64.1.7`. */
export function Trace() {
  const [{ ip }] = useAddress();
  const { ask, found, error, isPending } = useTrace(ip);
  const begin = found?.question ?? (ip === undefined ? {} : { ip });
  return (
    <Screen title={words.trace.title} hint={words.trace.lead}>
      <Card>
        <QuestionForm key={ip} begin={begin} onAsk={ask} error={error} isPending={isPending} />
      </Card>
      <VisuallyHidden role="status">{found && totalOf(found)}</VisuallyHidden>
      {found && <Holders found={found} />}
    </Screen>
  );
}
