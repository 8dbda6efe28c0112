import { describe, expect, it } from 'vitest';
import type { FormShape } from '../../clients/console/src/api/field-shape.ts';
import { doneBy } from '../../clients/console/src/screens/audit/done-by.ts';
import * as field from '../../clients/console/src/screens/field/workflow.ts';
import * as incidents from '../../clients/console/src/screens/incidents/workflow.ts';
import * as offered from '../../clients/console/src/screens/leads/workflow.ts';
import { usernameOf } from '../../clients/console/src/screens/new-subscriber/steps.ts';
import * as tickets from '../../clients/console/src/screens/tickets/workflow.ts';
import { drawnFields, initialTexts, problemsOf, sentOf } from '../../clients/console/src/ui/form-fields.ts';
import { instantOf, localOf } from '../../clients/console/src/ui/instant.ts';
import { setRegion } from '../../clients/console/src/ui/region.ts';
import * as hindi from '../../clients/console/src/words/hi/index.ts';
import { formsOf } from '../../scripts/build-client/forms.ts';
import { appRouter } from '../../src/app-router.ts';
import { INCIDENT_MOVES, INCIDENT_STATUSES } from '../../src/areas/care/incidents/life-cycle.ts';
import { APPEAL_MOVES, APPEAL_STATUSES } from '../../src/areas/care/tickets/appeals/life-cycle.ts';
import * as lifeCycle from '../../src/areas/care/tickets/life-cycle.ts';
import * as visitLifeCycle from '../../src/areas/care/visits/life-cycle.ts';
import { VENDORS } from '../../src/areas/network/nas/vendors.ts';
import * as workflow from '../../src/areas/subscribers/leads/workflow.ts';

const forms = formsOf(appRouter);
/** Choices that are said in Latin letters in every language. */
const NAMES = [
  ...Object.keys(VENDORS),
  'PPPoE',
  'IPoE',
  'Razorpay',
  'Stripe',
  'user@realm',
  'realm\\user',
  'realm/user',
];
/** Changes that are no generic forms: their screens have words of their own. */
const DRAWN_OTHERWISE =
  /^(?:lead\.(?:update|return|reminder)|(?:ticket|incident)\.move|ticket\.appeal_move|phonecall\.update|visit\.move|message\.send|nas\.reconcile_end|service\.(?:action|action_many|planchange|adjust)|payment\.(?:new|refund)|report\.(?:csv|prepare|prepared_csv))$/;
/** Of `ipv6_mode` and `coa_naming`, which have words of their own, and of a billing address, which no form has. */
const SAID_ELSEWHERE = ['off', 'prefix', 'learn', 'ia', 'registered'];
const shapeOf = (path: string): FormShape => forms[path] ?? {};

describe('the forms of the console', () => {
  it('have the kinds, limits and choices that the node accepts', () => {
    const nas = shapeOf('nas.create');
    expect(nas.vendor).toEqual({ kind: 'choice', choices: Object.keys(VENDORS), optional: true, fallback: 'Mikrotik' });
    expect(nas.coa_port).toMatchObject({ kind: 'number', min: 1, max: 65_535, fallback: '3799' });
    expect(nas.secret).toEqual({ kind: 'secret', max: 128 });
    expect(nas.resellers?.kind).toBe('numbers');
    expect(shapeOf('user.create').roles?.kind).toBe('many');
    expect(shapeOf('plan.create').bw1_gb?.kind).toBe('amount');
    expect(shapeOf('customer.create').dob).toEqual({ kind: 'day', optional: true });
    expect(shapeOf('customer.update').dob?.clearable).toBe(true);
    expect(shapeOf('lead.reminder').timestamp?.kind).toBe('time');
  });

  it('are those of changes only, without what the console fills in itself', () => {
    expect(forms['service.list']).toBeUndefined();
    expect(forms['customer.export']).toBeUndefined();
    expect(Object.keys(shapeOf('payment.new'))).not.toContain('idempotency_key');
    expect(Object.keys(shapeOf('payment.new'))).not.toContain('preview');
  });

  it('know what a telephone number and an e-mail address look like, in the words of the node', () => {
    const fields = drawnFields(shapeOf('customer.create'), ['mobile', 'email', 'name']);
    expect(problemsOf(fields, { mobile: ' (080) 2345-6789 ', email: 'a@example.net', name: 'x' })).toEqual({});
    expect(problemsOf(fields, { mobile: '98x', email: 'nobody' })).toEqual({
      mobile: 'must be a telephone number of 4 to 32 digits, spaces and signs such as + ( ) -',
      email: 'must be an e-mail address of at most 254 characters',
    });
    expect(problemsOf(fields, { mobile: '', email: '' })).toEqual({});
  });

  it('propose a username that can be typed anywhere', () => {
    expect(usernameOf('Asha', 'Ráo-Müller')).toBe('asha.rao.muller');
    expect(usernameOf('  ', '陳')).toBe('');
  });

  it('have a Hindi word for each choice that is no name', () => {
    const known: Readonly<Record<string, string>> = hindi.choices;
    const unknown = Object.entries(forms)
      .filter(([path]) => !DRAWN_OTHERWISE.test(path))
      .flatMap(([path, shape]) => Object.values(shape).flatMap(({ choices = [] }) => choices.map((one) => [path, one])))
      .filter(([, one = '']) => known[one] === undefined && ![...NAMES, ...SAID_ELSEWHERE].includes(one));
    expect(unknown).toEqual([]);
  });

  it('stay small', () => {
    expect(JSON.stringify(forms).length).toBeLessThan(64_000);
  });
});

describe('the board of leads', () => {
  it('offers exactly the reports and returns that the node allows', () => {
    for (const [stage, reports] of Object.entries(offered.REPORTS)) {
      const allowed = workflow.MOVES.filter(({ from }) => from === stage).map(({ report }) => report);
      expect([...reports].sort(), stage).toEqual(allowed.sort());
    }
    expect(offered.RETURNS).toEqual(workflow.RETURNS);
    expect(offered.NEED_REASON).toEqual(workflow.NEED_REASON);
  });
});

describe('the record of a ticket', () => {
  it('offers exactly the moves that the node allows', () => {
    for (const [status, reports] of Object.entries(tickets.MOVES)) {
      const allowed = lifeCycle.MOVES.filter(({ from }) => from === status).map(({ report }) => report);
      const merged = tickets.MERGED_FROM.includes(status) ? ['merge'] : [];
      expect([...reports, ...merged].sort(), status).toEqual(allowed.sort());
    }
    expect(Object.keys(tickets.MOVES)).toEqual(lifeCycle.STATUSES);
    for (const [status, reports] of Object.entries(tickets.APPEAL_MOVES))
      expect(reports, status).toEqual(APPEAL_MOVES.filter(({ from }) => from === status).map(({ report }) => report));
    expect(Object.keys(tickets.APPEAL_MOVES)).toEqual(APPEAL_STATUSES);
  });
});

describe('the card of a visit', () => {
  it('offers exactly the moves that the node allows', () => {
    expect(field.NEXT_STATES).toEqual(visitLifeCycle.NEXT_STATES);
    expect(field.TECHNICIANS).toEqual(visitLifeCycle.TECHNICIANS);
    for (const [stage, reports] of Object.entries(field.LEAD_REPORTS)) {
      const allowed = workflow.MOVES.filter(({ from }) => from === stage).map(({ report }) => report);
      expect([...reports].sort(), stage).toEqual(allowed.sort());
    }
    expect(workflow.NEED_REASON).toEqual(expect.arrayContaining([...field.NEED_REASON]));
  });
});

describe('the record of an incident', () => {
  it('offers exactly the moves that the node allows', () => {
    for (const [status, reports] of Object.entries(incidents.MOVES)) {
      const allowed = INCIDENT_MOVES.filter(({ from }) => from === status).map(({ report }) => report);
      expect([...reports].sort(), status).toEqual(allowed.sort());
    }
    expect(Object.keys(incidents.MOVES).sort()).toEqual([...INCIDENT_STATUSES].sort());
  });
});

describe('what a form sends', () => {
  const shape: FormShape = {
    name: { kind: 'text' },
    note: { kind: 'text', optional: true, clearable: true },
    port: { kind: 'number', optional: true, fallback: '3799' },
    secret: { kind: 'secret' },
    roles: { kind: 'many', choices: ['Sales', 'Support'] },
    ids: { kind: 'numbers', optional: true },
    enabled: { kind: 'flag', optional: true, fallback: 'yes' },
  };
  const names = Object.keys(shape);

  it('leaves out what is empty and optional, and keeps the blanks of a secret', () => {
    const fields = drawnFields(shape, names);
    const typed = { name: ' Core ', note: ' ', secret: ' a ', roles: 'Sales,Support', ids: '7, 8' };
    expect(sentOf(fields, { ...initialTexts(fields), ...typed })).toEqual({
      name: 'Core',
      port: 3799,
      secret: ' a ',
      roles: ['Sales', 'Support'],
      ids: [7, 8],
      enabled: true,
    });
  });

  it('sends what is no number as it is, for the node to refuse', () => {
    const fields = drawnFields(shape, ['port', 'roles']);
    expect(sentOf(fields, { port: '1e3', roles: '' })).toEqual({ port: '1e3', roles: [] });
  });

  it('sends of a stored record only what was changed, and null for what was emptied', () => {
    const stored = { name: 'Core', note: 'roof', port: 3799, roles: ['Sales'], enabled: true };
    const fields = drawnFields(shape, names, stored);
    const before = initialTexts(fields);
    expect(sentOf(fields, before, stored)).toEqual({});
    expect(sentOf(fields, { ...before, note: '', enabled: '', port: '1700' }, stored)).toEqual({
      note: null,
      port: 1700,
      enabled: false,
    });
    expect(sentOf(fields, { ...before, name: '' }, stored)).toEqual({ name: '' });
  });

  it('reads and writes instants in the zone of the ISP, also on the day on which clocks change', () => {
    setRegion({ zone: 'Asia/Kolkata', currency: 'INR' });
    expect(instantOf('2026-11-22T14:05')?.toISOString()).toBe('2026-11-22T08:35:00.000Z');
    expect(instantOf('tomorrow')).toBeUndefined();
    setRegion({ zone: 'Europe/Berlin', currency: 'EUR' });
    for (const text of ['2026-03-29T01:59', '2026-03-29T03:00', '2026-10-25T04:00']) {
      expect(localOf(instantOf(text) as Date)).toBe(text);
    }
    setRegion({ zone: 'Asia/Kolkata', currency: 'INR' });
  });
});

const CHANGES = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { readonly _def: { readonly type: string } }>,
).flatMap(([name, { _def }]) => (_def.type === 'mutation' ? [name] : []));

describe('the audit', () => {
  it('says in words what every change did, by the name of its record or a sentence of its own', () => {
    expect(CHANGES.length).toBeGreaterThan(150);
    expect(CHANGES.filter((procedure) => doneBy({ procedure, input: { action: 'bill' } }) === procedure)).toEqual([]);
  });
});
