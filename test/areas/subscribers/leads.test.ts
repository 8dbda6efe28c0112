import { describe, expect, it } from 'vitest';
import {
  MOVES,
  PENDING,
  type PendingStatus,
  REPORTS,
  RETURNS,
  STAGES,
} from '../../../src/areas/subscribers/leads/workflow.ts';
import { startApi } from '../../fixtures/api.ts';
import { contact, makeTenant } from '../../fixtures/tenants.ts';

const api = await startApi();
const tenant = await makeTenant(api);

/** The reports that lead from a new lead to each status. */
const WAY: Record<PendingStatus, [PendingStatus, string][]> = {
  'Welcome-Call': [],
  'Field-Verification': [['Welcome-Call', 'Customer-Accepted']],
  Installation: [
    ['Welcome-Call', 'Customer-Accepted'],
    ['Field-Verification', 'Feasible'],
  ],
  'Final-Test': [
    ['Welcome-Call', 'Customer-Accepted'],
    ['Field-Verification', 'Feasible'],
    ['Installation', 'Installation-Completed'],
  ],
  'Customer-Refused': [['Welcome-Call', 'Customer-Refused']],
  'Not-Feasible': [
    ['Welcome-Call', 'Customer-Accepted'],
    ['Field-Verification', 'Not-Feasible'],
  ],
};

async function leadIn(status: PendingStatus): Promise<number> {
  const lead = { resellerid: tenant.resellerid, name: 'Asha', address: '2 Main Road', source: 'Web', ...contact };
  const id = await api.ok<number>('lead/create', lead, tenant.me);
  for (const [from, report] of WAY[status])
    await api.ok('lead/update', { id, status: from, report, reason: 'why' }, tenant.me);
  return id;
}

const find = async (id: number) => (await api.ok<Record<string, string>[]>('lead/list', { id }, tenant.me))[0];
const findClosed = async (id: number) => (await api.ok<Record<string, string>[]>('lead/closed', { id }, tenant.me))[0];
const pairs = PENDING.flatMap((status) => REPORTS.map((report) => [status, report] as const));

describe('every combination of status and report', () => {
  it.each(pairs)('%s and %s', async (status, report) => {
    const id = await leadIn(status);
    const move = MOVES.find((candidate) => candidate.from === status && candidate.report === report);
    const answer = await api.call('lead/update', { id, status, report, reason: 'why' }, tenant.me);
    if (!move) {
      const allowed = MOVES.filter((candidate) => candidate.from === status).map((candidate) => candidate.report);
      expect(answer.status).toBe(400);
      for (const each of allowed) expect(answer.error).toContain(each);
      return expect((await find(id))?.status).toBe(status);
    }
    expect(answer).toMatchObject({ status: 200, result: 'done' });
    // The only refusal on the way here is of the welcome call, which then counts as done.
    const to = move.to === 'back' ? 'Field-Verification' : move.to;
    expect(((await find(id)) ?? (await findClosed(id)))?.status).toBe(to);
  });

  it('goes back to the stage the customer refused in', async () => {
    const id = await leadIn('Installation');
    await api.ok(
      'lead/update',
      { id, status: 'Installation', report: 'Customer-Refused', reason: 'too dear' },
      tenant.me,
    );
    await api.ok('lead/update', { id, status: 'Customer-Refused', report: 'Customer-Accepted' }, tenant.me);
    expect((await find(id))?.status).toBe('Installation');
  });
});

describe('reporting', () => {
  it('refuses a status that is not the current one, and changes nothing', async () => {
    const id = await leadIn('Installation');
    const answer = await api.call(
      'lead/update',
      { id, status: 'Welcome-Call', report: 'Customer-Accepted' },
      tenant.me,
    );
    expect(answer).toMatchObject({ status: 409, error: `status: lead ${id} is in Installation, not in Welcome-Call` });
  });

  it.each(['Customer-Refused', 'Not-Feasible'])('needs a reason for %s', async (report) => {
    const id = await leadIn('Field-Verification');
    const answer = await api.call('lead/update', { id, status: 'Field-Verification', report }, tenant.me);
    expect(answer).toMatchObject({ status: 400, error: `reason: is required when report is ${report}` });
  });

  it('stamps who did each step and when', async () => {
    const id = await leadIn('Final-Test');
    const lead = await find(id);
    expect(lead).toMatchObject({
      welcomecall_by: lead?.created_by,
      fieldverification_by: lead?.created_by,
      installed_by: lead?.created_by,
    });
    expect(lead?.installed_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    await api.ok(
      'lead/update',
      { id, status: 'Final-Test', report: 'Completed', serviceid: tenant.serviceid },
      tenant.me,
    );
    expect(await findClosed(id)).toMatchObject({ status: 'Completed', serviceid: String(tenant.serviceid) });
  });

  it('accepts only one of two reports at once', async () => {
    const id = await leadIn('Welcome-Call');
    const report = (outcome: string) =>
      api.call('lead/update', { id, status: 'Welcome-Call', report: outcome, reason: 'why' }, tenant.me);
    const answers = await Promise.all([report('Customer-Accepted'), report('Customer-Refused')]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });

  it('refuses a closed lead', async () => {
    const id = await leadIn('Not-Feasible');
    await api.ok('lead/update', { id, status: 'Not-Feasible', report: 'Cancel', reason: 'gone' }, tenant.me);
    expect(await api.call('lead/return', { id, status: 'Welcome-Call' }, tenant.me)).toMatchObject({ status: 409 });
  });
});

describe('returning', () => {
  const targets = STAGES.slice(0, 3);
  it.each(PENDING.flatMap((from) => targets.map((to) => [from, to] as const)))('from %s to %s', async (from, to) => {
    const id = await leadIn(from);
    const { status } = await api.call('lead/return', { id, status: to }, tenant.me);
    expect(status).toBe(RETURNS[from].includes(to) ? 200 : 400);
    expect((await find(id))?.status).toBe(status === 200 ? to : from);
  });

  it('clears the stamps of the stages that are repeated', async () => {
    const id = await leadIn('Final-Test');
    await api.ok('lead/return', { id, status: 'Field-Verification' }, tenant.me);
    expect(await find(id)).toMatchObject({ fieldverification_by: null, installed_at: null });
    expect((await find(id))?.welcomecall_by).not.toBeNull();
  });
});

describe('reminders', () => {
  it('are set and cleared without a change of status, and found by day', async () => {
    const id = await leadIn('Welcome-Call');
    expect(await api.call('lead/reminder', { id, action: 'set' }, tenant.me)).toMatchObject({
      status: 400,
      error: 'timestamp: is required when action is set',
    });
    await api.ok('lead/reminder', { id, action: 'set', timestamp: '2027-01-05 10:30:00' }, tenant.me);
    expect(await find(id)).toMatchObject({ remind_at: '2027-01-05 10:30:00', status: 'Welcome-Call' });
    expect(await api.ok('lead/list', { remind_on: '2027-01-05', show_count: 1 }, tenant.me)).toBe(1);
    await api.ok('lead/reminder', { id, action: 'unset' }, tenant.me);
    expect(await api.ok('lead/list', { remind_from: '2027-01-01', show_count: 1 }, tenant.me)).toBe(0);
  });
});

describe('counting', () => {
  it('agrees with the lists', async () => {
    const counts = await api.ok<Record<string, number>>('lead/status_count', {}, tenant.me);
    for (const status of PENDING) {
      expect(await api.ok('lead/list', { status, show_count: 1 }, tenant.me)).toBe(counts[status]);
    }
    expect(await api.ok('lead/closed', { status: 'Completed', show_count: 1 }, tenant.me)).toBe(counts.Completed);
  });
});
