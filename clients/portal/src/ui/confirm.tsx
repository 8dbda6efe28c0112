import { useState } from 'preact/hooks';
import type { Output } from '../api/call.ts';
import { words } from '../words/words.ts';
import { Link } from './link.tsx';
import { Card, Facts, Fault, Read } from './parts.tsx';
import { GatewayButtons } from './pay-online.tsx';
import { usePlace } from './place.ts';
import { day, isAbove0, isBelow0, money, withoutSign } from './texts.ts';
import { useAction } from './use-action.ts';
import { type Reading, useRead } from './use-read.ts';

type Changed = Output<'renew'>;

interface Props {
  readonly title: string;
  /** Said above the costs. */
  readonly hint?: string;
  readonly preview: Reading<Changed>;
  run(): Promise<unknown>;
  /** Begins to pay what is missing, with which the change is done; left out: it is paid first. */
  readonly payFor?: ((gatewayid: number) => Promise<{ readonly pay_url: string }>) | undefined;
  onCancel(): void;
}

/** What a change costs, before it is made. */
export function Confirm({ title, hint, preview, run, payFor, onCancel }: Props) {
  const { reload, go } = usePlace();
  const action = useAction();
  const [isDone, setDone] = useState(false);
  if (isDone)
    return (
      <Card title={title}>
        <p role="status">{words.confirm.done}</p>
        <button
          type="button"
          class="main"
          onClick={() => {
            reload();
            go('home');
          }}
        >
          {words.confirm.back}
        </button>
      </Card>
    );
  return (
    <Card title={title}>
      {hint && <p>{hint}</p>}
      <Read of={preview}>
        {(changed) => (
          <>
            <Costs changed={changed} />
            <Fault text={action.fault} />
            {isAbove0(changed.missing) ? (
              <Missing payFor={payFor} />
            ) : (
              <button
                type="button"
                class="main"
                aria-busy={action.isBusy}
                onClick={async () => setDone(await action.run(run))}
              >
                {words.confirm.agree}
              </button>
            )}
          </>
        )}
      </Read>
      <button type="button" onClick={onCancel}>
        {words.confirm.cancel}
      </button>
    </Card>
  );
}

/** The ways to pay for it at once; the page that says how to pay, where there are none. */
function Missing({ payFor }: Pick<Props, 'payFor'>) {
  const { service } = usePlace();
  const reading = useRead('to_pay', { serviceid: service.serviceid });
  const action = useAction();
  const elsewhere = (
    <Link to="pay" class="button main">
      {words.home.pay}
    </Link>
  );
  if (!payFor) return elsewhere;
  const begin = (gatewayid: number) => void action.run(async () => location.assign((await payFor(gatewayid)).pay_url));
  return (
    <Read of={reading}>
      {({ online }) =>
        online ? (
          <>
            <p>{words.confirm.withPayment}</p>
            <Fault text={action.fault} />
            <GatewayButtons gateways={online.gateways} isBusy={action.isBusy} onPay={begin} />
          </>
        ) : (
          elsewhere
        )
      }
    </Read>
  );
}

function Costs({ changed }: { readonly changed: Changed }) {
  const { currency } = usePlace().overview.isp;
  const { confirm } = words;
  const { charges, total, valid_upto, balance, missing } = changed;
  const shown = (amount: string) => <span class="money">{money(amount, currency)}</span>;
  const amounts = charges.map(({ description, total: amount }) => [description, shown(amount)] as const);
  return (
    <>
      {charges.length === 0 && <p>{confirm.nothing}</p>}
      <Facts
        of={[
          ...amounts,
          [confirm.total, charges.length > 1 ? <strong>{shown(total)}</strong> : null],
          [confirm.validUpto, valid_upto && day(valid_upto)],
          [confirm.advanceAfter, isBelow0(balance) ? shown(withoutSign(balance)) : null],
          [confirm.owedAfter, isAbove0(balance) && !isAbove0(missing) ? shown(balance) : null],
        ]}
      />
      {isAbove0(missing) && <p class="notice">{confirm.missing(money(missing, currency))}</p>}
    </>
  );
}
