import type { Account, ServiceState } from './account.ts';
import { pay } from './payments.ts';
import { agentOf, officeMinute, type Story, serviceState } from './story.ts';

/** Plans what a subscriber will do later: leave, be away for a while, or move to a better plan. */
export function planTroubles(story: Story, serviceId: number): void {
  const { accounts, agenda, calendar, random } = story;
  const account = accounts.get(serviceId);
  if (!account) return;
  const { leaves, suspension, upgrade } = account.subscriber;
  const plan = (day: number, work: () => Promise<unknown>) => {
    if (day <= calendar.today) agenda.add(day, officeMinute(random), work);
  };
  if (leaves !== null) plan(leaves, () => leave(story, account, leaves));
  if (suspension) {
    plan(suspension.from, () => suspend(story, account));
    plan(suspension.upto, () => restore(story, account));
  }
  if (upgrade) plan(upgrade.day, () => changePlan(story, account));
}

async function suspend(story: Story, { serviceId, subscriber }: Account): Promise<void> {
  const state = await serviceState(story, serviceId);
  if (state?.status !== 'Active' && state?.status !== 'NP') return;
  await agentOf(story.isp, subscriber.seller).service.action({ serviceid: serviceId, action: 'suspend' });
}

async function restore(story: Story, { serviceId, subscriber }: Account): Promise<void> {
  const state = await serviceState(story, serviceId);
  if (state?.status !== 'Suspend') return;
  await agentOf(story.isp, subscriber.seller).service.action({ serviceid: serviceId, action: 'restore' });
}

/** Prepaid: with the next renewal, which then costs what the new plan costs. */
async function changePlan(story: Story, account: Account): Promise<void> {
  const { subscriber, serviceId } = account;
  const { upgrade, seller } = subscriber;
  const state = await serviceState(story, serviceId);
  const offer = upgrade && story.isp.offers[upgrade.plan][0];
  if (!upgrade || !offer || state?.status !== 'Active') return;
  const { planid, subplanid } = offer;
  const schedule = state.prepaid ? 'next_bill' : upgrade.schedule;
  await agentOf(story.isp, seller).service.planchange({ serviceid: serviceId, planid, subplanid, schedule });
  account.offer = offer;
}

/** Tried again for some days while something is open. */
const MAX_LEAVING_DAYS = 20;

/** The last bill is made and paid, the session ended, the service deleted. */
async function leave(story: Story, account: Account, day: number): Promise<void> {
  const { calendar, agenda, random, isp, network, kernel } = story;
  const { serviceId, subscriber } = account;
  const agent = agentOf(isp, subscriber.seller);
  let state = await serviceState(story, serviceId);
  if (state?.status === 'Active' && !state.prepaid && Number(state.os_amt) >= 0) {
    await agent.service.action({ serviceid: serviceId, action: 'renew' });
    state = await serviceState(story, serviceId);
    const due = Number(state?.os_amt ?? 0);
    if (due > 0) await pay(story, account, { day, amt: due.toFixed(2) });
    state = await serviceState(story, serviceId);
  }
  if (state?.status === 'Active' && Number(state.os_amt) === 0) {
    await network.disconnect([serviceId], kernel.clock.now());
    await agent.service.delete({ serviceid: serviceId });
    account.hasLeft = true;
  } else if (day < Math.min(calendar.today, (subscriber.leaves ?? 0) + MAX_LEAVING_DAYS)) {
    agenda.add(day + 1, officeMinute(random), () => leave(story, account, day + 1));
  }
}

/** Today's calls of those who have used up their volume, or are cut off and promise to pay. */
export function planCalls(story: Story, day: number, states: readonly ServiceState[]): void {
  const { accounts, agenda, random } = story;
  for (const state of states) {
    const account = accounts.get(state.id);
    if (!account) continue;
    const call = random.fork(`call ${day} ${state.id}`);
    if (state.bw_level > 1 && state.status === 'Active' && call.chance(0.12))
      agenda.add(day, officeMinute(random), () => topUp(story, account, day));
    if (state.status === 'NPD' && !state.prepaid && account.promises === 0 && call.chance(0.25)) {
      account.promises += 1;
      agenda.add(day, officeMinute(random), () => promise(story, account));
    }
  }
}

const TOPUP_GROSS = ['116.82', '211.22'];

/** Prepaid volume is paid for before it is sold. */
async function topUp(story: Story, account: Account, day: number): Promise<void> {
  const { isp, random } = story;
  const which = random.chance(0.6) ? 0 : 1;
  const topup_planid = isp.topupPlanIds[which];
  const state = await serviceState(story, account.serviceId);
  if (topup_planid === undefined || state?.status !== 'Active' || (state.valid_upto ?? '') < story.calendar.name(day))
    return;
  if (state.prepaid) await pay(story, account, { day, amt: TOPUP_GROSS[which] ?? '0' });
  const agent = agentOf(isp, account.subscriber.seller);
  await agent.service.topup({ serviceid: account.serviceId, topup_planid });
}

async function promise(story: Story, { serviceId, subscriber }: Account): Promise<void> {
  const state = await serviceState(story, serviceId);
  if (state?.status !== 'NPD') return;
  await agentOf(story.isp, subscriber.seller).service.action({ serviceid: serviceId, action: 'restore' });
}
