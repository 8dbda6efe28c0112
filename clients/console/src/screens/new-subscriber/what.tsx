import { useMe } from '../../api/session.ts';
import { Fields } from '../../ui/fields.tsx';
import { Card } from '../../ui/screen.tsx';
import type { Form } from '../../ui/use-form.ts';
import { words } from '../../words/words.ts';
import { BILLING, LOGIN, PLAN } from './steps.ts';

interface WhatProps {
  readonly service: Form;
  readonly error: unknown;
}

/** What is sold. */
export function What({ service, error }: WhatProps) {
  const w = words.newSubscriber;
  const { franchisee } = useMe();
  // A franchisee sells at the prices of its ISP.
  const billing = franchisee ? BILLING.slice(0, 1) : BILLING;
  return (
    <>
      <Card title={w.plan}>
        <Fields form={service} error={error} only={PLAN} />
      </Card>
      <Card title={w.login}>
        <Fields form={service} error={error} only={LOGIN} />
      </Card>
      <Card title={w.billing}>
        <Fields form={service} error={error} only={billing} />
      </Card>
    </>
  );
}
