import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Input, Output } from '../../api/client.ts';
import { ask } from '../../api/queries.ts';
import { useMe } from '../../api/session.ts';
import type { Plan, Subplan } from '../../ui/choices.ts';
import { day } from '../../ui/day.ts';
import { Failed, Waiting } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { isAbove0, money } from '../../ui/money.ts';
import { Card } from '../../ui/screen.tsx';
import type { Form } from '../../ui/use-form.ts';
import { words } from '../../words/words.ts';

/** Typing settles before the node is asked. */
const SETTLE_MS = 250;

/** What decides the price, of the form of the service. */
const DECIDING = ['prepaid_postpaid', 'discount_percent', 'deposit', 'installation_amt'];

interface CostProps {
  readonly plan: Plan | undefined;
  readonly subplan: Subplan | undefined;
  readonly form: Form;
  /** Who sells it, where the caller sells for others; 0: the ISP itself. */
  readonly resellerid: number;
}

/** What the subscriber pays, as the node computes it from what is typed so far. */
export function Cost({ plan, subplan, form, resellerid }: CostProps) {
  const { reseller } = useMe();
  const deciding = Object.entries(form.sent()).filter(([name]) => DECIDING.includes(name));
  const wanted = JSON.stringify({
    ...Object.fromEntries(deciding),
    ...{ planid: plan?.id, subplanid: subplan?.id },
    ...(reseller ? {} : { resellerid }),
  });
  const [settled] = useDebouncedValue(wanted, SETTLE_MS);
  const quote = useQuery({
    ...ask('plan.quote', JSON.parse(settled) as Input<'plan.quote'>),
    enabled: /"subplanid":\d/.test(settled),
    placeholderData: keepPreviousData,
  });
  if (!plan || !subplan) return null;
  return (
    <Card title={words.newSubscriber.summary}>
      {quote.error && <Failed error={quote.error} retry={quote.refetch} />}
      {!quote.error && (quote.data ? <Quote of={quote.data} name={`${plan.name}, ${subplan.name}`} /> : <Waiting />)}
    </Card>
  );
}

function Quote({ of: quote, name }: { of: Output<'plan.quote'>; name: string }) {
  const w = words.newSubscriber;
  const { days, of_days, price, discount, taxes, total, deposit, charged_at_once } = quote;
  const charged = (text: string) => isAbove0(text) && money(text);
  return (
    <Facts
      facts={[
        [w.perPeriod(name), money(price)],
        [w.validity, `${day(quote.valid_from)} – ${day(quote.valid_upto)}`],
        [w.share, days !== of_days && w.days(days, of_days)],
        ...quote.charges.map(({ description, amt }) => [description, money(amt)] as const),
        [w.discount, isAbove0(discount) && money(`-${discount}`)],
        ...taxes.map((tax) => [w.tax(tax.name, tax.percent), money(tax.amt)] as const),
        [w.total, <b key="total">{money(total)}</b>],
        [w.atOnce, money(charged_at_once)],
        [w.deposit, charged(deposit)],
      ]}
    />
  );
}
