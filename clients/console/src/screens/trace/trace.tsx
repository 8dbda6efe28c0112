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
  const { ask, found, error, isPending } = useTrace();
  const isAnother = ip !== undefined && ip !== found?.question.ip;
  const shown = isAnother ? undefined : found;
  return (
    <Screen title={words.trace.title} hint={words.trace.lead}>
      <Card>
        <QuestionForm
          key={ip}
          begin={isAnother ? { ip } : (found?.question ?? {})}
          onAsk={ask}
          error={error}
          isPending={isPending}
        />
      </Card>
      <VisuallyHidden role="status">{shown && totalOf(shown)}</VisuallyHidden>
      {shown && <Holders found={shown} />}
    </Screen>
  );
}
