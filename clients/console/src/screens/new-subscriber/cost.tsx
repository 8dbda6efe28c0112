import type { Plan, Subplan } from '../../ui/choices.ts';
import { Facts } from '../../ui/facts.tsx';
import { isAbove0, isAmount, money } from '../../ui/money.ts';
import { Card } from '../../ui/screen.tsx';
import type { Form } from '../../ui/use-form.ts';
import { words } from '../../words/words.ts';

interface CostProps {
  readonly plan: Plan | undefined;
  readonly subplan: Subplan | undefined;
  readonly form: Form;
}

/** What the subscriber pays, as far as the price list says. */
export function Cost({ plan, subplan, form }: CostProps) {
  const w = words.newSubscriber;
  if (!plan || !subplan) return null;
  const { deposit = '', installation_amt = '' } = form.values;
  const charged = (text: string) => (isAmount(text) && isAbove0(text) ? money(text) : null);
  return (
    <Card title={w.summary}>
      <Facts
        facts={[
          [w.perPeriod(`${plan.name}, ${subplan.name}`), money(subplan.price)],
          [w.deposit, charged(deposit)],
          [w.installation, charged(installation_amt)],
        ]}
      />
    </Card>
  );
}
