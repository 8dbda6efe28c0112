import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import {
  POOLS,
  type Subplan,
  subplanChoice,
  useLocations,
  useOwners,
  usePlan,
  usePlans,
  useSubLocations,
  useSubplans,
} from '../../ui/choices.ts';
import type { FieldSpec } from '../../ui/form-fields.ts';
import { newSecret } from '../../ui/new-secret.ts';
import { isMasked } from '../../ui/phone-number.tsx';
import { type Form, useForm } from '../../ui/use-form.ts';
import { BILLING, INSTALLATION, NETWORK, usernameOf } from './steps.ts';
import type { Customer, Lead } from './use-new-subscriber.ts';

/** Long enough for RADIUS, short enough to read out. */
const PASSWORD_LENGTH = 10;

/** The customer, beginning with what the lead says. */
export function useCustomerForm(lead: Lead | undefined): Form {
  const owners = useOwners();
  const [first = '', ...rest] = (lead?.name ?? '').split(/\s+/);
  return useForm('customer.create', [
    ...(owners ? [{ name: 'resellerid', source: owners, initial: String(lead?.resellerid ?? 0), required: true }] : []),
    { name: 'type', initial: 'Individual' },
    { name: 'name', initial: first },
    { name: 'surname', initial: rest.join(' ') },
    { name: 'mobile', initial: lead && !isMasked(lead.mobile) ? lead.mobile : '' },
    { name: 'email', initial: lead?.email ?? '' },
    { name: 'street', initial: lead?.address ?? '' },
    { name: 'city', initial: lead?.city ?? '' },
    { name: 'zipcode', initial: lead?.zipcode ?? '' },
    { name: 'state', initial: lead?.state ?? '' },
  ]);
}

/** The form of the service. Its choices depend on the plan and the location, and may still be loading. */
export function useServiceForm(customer: Form, known: Customer | undefined, lead: Lead | undefined) {
  const resellerid = known?.resellerid ?? Number(customer.values.resellerid ?? 0);
  const [chosen, setChosen] = useState({ planid: '', location: lead?.location_code ?? '' });
  const [password] = useState(() => newSecret(PASSWORD_LENGTH));
  const plans = usePlans(resellerid);
  const planid = Number(chosen.planid);
  const { plan, isLoading: isPlanLoading } = usePlan(planid);
  const { subplans, isLoading } = useSubplans(planid);
  const locations = useLocations();
  const subLocations = useSubLocations(chosen.location);
  const mayChoosePool = useMay()('pool.read');
  const name = known ? usernameOf(known.name, known.surname ?? '') : usernameOf(...namesOf(customer));
  const specs: FieldSpec[] = [
    { name: 'planid', source: plans },
    { name: 'subplanid', choices: subplans.map(subplanChoice), initial: usualOf(subplans) },
    offered('protocol', plan?.protocol),
    offered('connectivity', plan?.connectivity),
    { name: 'username', initial: name },
    { name: 'password', initial: password, plain: true },
    ...BILLING.map((each) => (each === 'prepaid_postpaid' ? { name: each, initial: 'Prepaid' } : each)),
    { name: 'location_code', choices: locations, initial: lead?.location_code ?? '' },
    { name: 'sub_location_code', choices: subLocations, initial: lead?.sub_location_code ?? '' },
    'installation_address',
    ...INSTALLATION,
    ...NETWORK.map((each) => (each === 'ippool' && mayChoosePool ? { name: each, source: POOLS } : each)),
  ];
  const form = useForm('service.create', specs);
  const set = (field: string, text: string) => {
    form.set(field, text);
    if (field === 'planid') {
      setChosen({ ...chosen, planid: text });
      for (const dependent of ['subplanid', 'protocol', 'connectivity']) form.reset(dependent);
    }
    if (field === 'location_code') {
      setChosen({ ...chosen, location: text });
      form.set('sub_location_code', '');
    }
  };
  const subplan = subplans.find(({ id }) => String(id) === form.values.subplanid);
  return { form: { ...form, set }, offer: { plan, subplan, resellerid }, isLoading: isLoading || isPlanLoading };
}

const namesOf = ({ values }: Form) => [values.name ?? '', values.surname ?? ''];

/** The duration to begin with: the only one, or the one of a single period. */
function usualOf(subplans: readonly Subplan[]): string {
  const [usual, other] = subplans.length === 1 ? subplans : subplans.filter(({ units }) => Number(units) === 1);
  return usual && !other ? String(usual.id) : '';
}

/** What the plan offers of the choices, the first of it chosen. */
function offered(name: string, values: readonly string[] | undefined): FieldSpec {
  return values ? { name, only: values, initial: values[0] ?? '' } : name;
}
