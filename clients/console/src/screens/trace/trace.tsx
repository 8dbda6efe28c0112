import { VisuallyHidden } from '@mantine/core';
import { Card, Screen } from '../../ui/screen.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { words } from '../../words/words.ts';
import { Holders, totalOf } from './holders.tsx';
import { QuestionForm } from './question-form.tsx';
import { useTrace } from './use-trace.ts';

/** Who had an address, and when. The address and the time may come from another screen: `?ip=100.64.1.7&at=2026-11-22T03:00`. */
export function Trace() {
  const [{ ip, at }] = useAddress();
  const { ask, found, error, isPending } = useTrace(at === undefined ? ip : `${ip} ${at}`);
  const begin = found?.question ?? (ip === undefined ? {} : { ip });
  return (
    <Screen title={words.trace.title} hint={words.trace.lead}>
      <Card>
        <QuestionForm
          key={`${ip} ${at}`}
          begin={begin}
          at={found ? undefined : at}
          onAsk={ask}
          error={error}
          isPending={isPending}
        />
      </Card>
      <VisuallyHidden role="status">{found && totalOf(found)}</VisuallyHidden>
      {found && <Holders found={found} />}
    </Screen>
  );
}
