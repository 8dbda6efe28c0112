import { useState } from 'preact/hooks';
import type { Output } from '../api/call.ts';
import { words } from '../words/words.ts';
import { Fault } from './parts.tsx';
import { isAbove0 } from './texts.ts';
import { useAction } from './use-action.ts';

interface Props {
  readonly of: Output<'to_pay'>;
  /** May another amount be paid than is shown? */
  readonly free?: boolean;
  begin(gatewayid: number, amt: string): Promise<{ readonly pay_url: string }>;
}

/** A button for each way to pay, which leads to the page of the payment. Nothing, where there is none. */
export function PayOnline({ of: { online, amount, renewal }, free = false, begin }: Props) {
  const [amt, setAmt] = useState(isAbove0(amount) || !renewal ? amount : renewal.price);
  const action = useAction();
  if (!online) return null;
  const { gateways } = online;
  const pay = (gatewayid: number) =>
    void action.run(async () => location.assign((await begin(gatewayid, free ? amt : amount)).pay_url));
  return (
    <>
      {free && (
        <label class="field">
          {words.pay.amount}
          <input
            name="amt"
            inputMode="decimal"
            autoComplete="off"
            value={amt}
            onInput={(event) => setAmt(event.currentTarget.value.trim())}
          />
        </label>
      )}
      <Fault text={action.fault} />
      <GatewayButtons gateways={gateways} isBusy={action.isBusy} onPay={pay} />
    </>
  );
}

interface ButtonsProps {
  readonly gateways: NonNullable<Output<'to_pay'>['online']>['gateways'];
  readonly isBusy: boolean;
  onPay(gatewayid: number): void;
}

export function GatewayButtons({ gateways, isBusy, onPay }: ButtonsProps) {
  return (
    <>
      {gateways.map(({ gatewayid, provider }) => (
        <button key={gatewayid} type="button" class="main" aria-busy={isBusy} onClick={() => onPay(gatewayid)}>
          {gateways.length > 1 ? words.pay.with(provider) : words.pay.online}
        </button>
      ))}
    </>
  );
}
