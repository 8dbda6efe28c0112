import { CARE_NOTES, COMPLAINTS, type ComplaintStep } from '../business/complaints.ts';
import type { Random } from '../random.ts';
import type { Account, ServiceState } from './account.ts';
import type { Caller } from './callers.ts';
import { agentOf, officeMinute, type Story, serviceState } from './story.ts';

/** Of a subscriber and a day. In the last days there are more, so that there is something to do. */
const CHANCE = { usually: 0.0008, lately: 0.015, call: 0.0004, note: 0.0003 };
const LATELY = 3;
/** Nobody works on complaints later. */
const LAST_MINUTE = 21 * 60;

/** Today's complaints, calls that ask for another one, and what an agent notes about a subscriber. */
export function planCare(story: Story, day: number, states: readonly ServiceState[]): void {
  const { accounts, calendar } = story;
  const isLately = calendar.today - day < LATELY;
  for (const { id, status } of states) {
    const account = accounts.get(id);
    if (!account || (status !== 'Active' && status !== 'NP')) continue;
    const random = story.random.fork(`care ${day} ${id}`);
    if (random.chance(isLately ? CHANCE.lately : CHANCE.usually)) planComplaint(story, account, { day, random });
    if (random.chance(isLately ? CHANCE.lately : CHANCE.call)) planCallback(story, account, { day, random });
    if (random.chance(CHANCE.note)) planNote(story, account, { day, random });
  }
}

interface Today {
  readonly day: number;
  readonly random: Random;
}

function planComplaint(story: Story, account: Account, { day, random }: Today): void {
  const { agenda, calendar, isp } = story;
  const { category, text, steps } = random.pick(COMPLAINTS);
  const { serviceId, subscriber } = account;
  const agent = agentOf(isp, subscriber.seller);
  const begin = officeMinute(random);
  let filed: number | undefined;
  agenda.add(day, begin, async () => {
    if (!(await serviceState(story, serviceId))) return;
    const categoryid = isp.complaints.categoryIds[category];
    filed = (await agent.ticket.create({ serviceid: serviceId, categoryid, text })).id;
  });
  for (const step of steps) {
    const { days = 0, minutes } = step;
    if (day + days > calendar.today) break;
    const minute = Math.min((days > 0 ? 9 * 60 : begin) + minutes, LAST_MINUTE);
    agenda.add(day + days, minute, async () => {
      if (filed !== undefined) await carryOut(agent, filed, step);
    });
  }
}

async function carryOut(agent: Caller, id: number, step: ComplaintStep): Promise<void> {
  if ('reply' in step) await agent.ticket.reply({ id, text: step.reply });
  else if ('note' in step) await agent.ticket.note({ id, text: step.note });
  else if ('rating' in step) await agent.ticket.rate({ id, rating: step.rating });
  else {
    const { days: _days, minutes: _minutes, ...move } = step;
    await agent.ticket.move({ id, ...move });
  }
}

/** The next day somebody calls back. */
function planCallback(story: Story, { serviceId, subscriber }: Account, { day, random }: Today): void {
  const { agenda, calendar, isp } = story;
  if (subscriber.seller !== 'isp') return;
  const agent = isp.staff.callCentre;
  const { mobile } = subscriber.person;
  agenda.add(day, officeMinute(random), async () => {
    if (!(await serviceState(story, serviceId))) return;
    await agent.phonecall.create({
      ...{ serviceid: serviceId, number: mobile, direction: 'In', seconds: random.int(20, 200), outcome: 'Callback' },
      ...{
        queueid: isp.complaints.queueid,
        due_at: calendar.future(day + 1, 11 * 60),
        note: 'Asks about a faster plan',
      },
    });
  });
  if (day === calendar.today) return;
  agenda.add(day + 1, 11 * 60, async () => {
    const tasks = await agent.task.list({ serviceid: serviceId, state: 'Open' });
    const [task] = Array.isArray(tasks) ? tasks : [];
    if (task) await agent.task.move({ id: task.id, state: 'Done', report: 'Explained the plans' });
  });
}

function planNote({ agenda, isp }: Story, { serviceId, subscriber }: Account, { day, random }: Today): void {
  const agent = agentOf(isp, subscriber.seller);
  const [text, pinned] = [random.pick(CARE_NOTES), random.chance(0.3)];
  agenda.add(day, officeMinute(random), () => agent.note.create({ serviceid: serviceId, text, pinned }));
}
