import type { Subscriber } from '../business/subscribers.ts';
import type { Random } from '../random.ts';
import type { Account, ServiceState } from './account.ts';
import type { Caller } from './callers.ts';
import { agentOf, officeMinute, type Story, serviceState } from './story.ts';

const MODES = { Online: 46, Cash: 24, Bank: 11, Card: 8, Cheque: 8, DD: 3 } as const;
const BANKS = ['State Bank of India', 'Canara Bank', 'HDFC Bank', 'Karnataka Bank', 'Axis Bank'];
const DAY_MS = 86_400_000;

/** Plans today's payments: who pays is decided by habit, what by the balance of the service at that moment. */
export function planPayments(story: Story, day: number, states: readonly ServiceState[]): void {
  const { accounts, agenda, random } = story;
  for (const state of states) {
    const account = accounts.get(state.id);
    if (!account || account.isPaying || !wantsToPay(story, day, { account, state })) continue;
    account.isPaying = true;
    agenda.add(day, officeMinute(random), async () => {
      account.isPaying = false;
      await payDues(story, account, day);
    });
  }
}

interface Question {
  readonly account: Account;
  readonly state: ServiceState;
}

function wantsToPay({ calendar, random }: Story, day: number, { account: { subscriber }, state }: Question): boolean {
  if (state.status === 'Suspend' || (subscriber.pays === 'gone' && day >= subscriber.stopsPaying)) return false;
  const today = calendar.name(day);
  if (state.prepaid) {
    if (state.status === 'NewRequest') return !subscriber.isUnpaid && day >= subscriber.joins;
    const { valid_upto } = state;
    if (valid_upto === null) return false;
    return daysBetween(valid_upto, today) >= prepaidDelay(subscriber, random.fork(`${state.id} ${valid_upto}`));
  }
  if (Number(state.os_amt) <= 0 || state.invoiced_on === null) return false;
  return (
    daysBetween(state.invoiced_on, today) >= invoiceDelay(subscriber, random.fork(`${state.id} ${state.invoiced_on}`))
  );
}

/** Days after the end of the validity; below 0: before it. */
function prepaidDelay({ pays }: Subscriber, random: Random): number {
  if (pays === 'late') return random.int(1, 5);
  return pays === 'forgetful' ? random.int(4, 11) : random.int(-2, 0);
}

/** Days after the invoice: it is due after 7, and the grace ends after 14. */
function invoiceDelay({ pays }: Subscriber, random: Random): number {
  if (pays === 'late') return random.int(8, 14);
  return pays === 'forgetful' ? random.int(16, 24) : random.int(0, 6);
}

const daysBetween = (from: string, upto: string): number => Math.round((Date.parse(upto) - Date.parse(from)) / DAY_MS);

/** Pays what is due now, and if prepaid also the next period. */
async function payDues(story: Story, account: Account, day: number): Promise<void> {
  const state = await serviceState(story, account.serviceId);
  if (!state || account.hasLeft) return;
  const due = Number(state.os_amt) + (state.prepaid ? Number(account.offer.gross) : 0);
  if (due > 0) await pay(story, account, { day, amt: due.toFixed(2) });
}

/** A payment as the agent of the seller enters it. Some cheques come back. */
export async function pay(story: Story, account: Account, { day, amt }: { day: number; amt: string }): Promise<void> {
  const { isp, random, calendar, agenda } = story;
  const { seller } = account.subscriber;
  const mode = random.weighted(MODES);
  // Some of the franchisee's subscribers pay the ISP, which credits the wallet.
  const agent = seller === 'lake' && mode === 'Online' ? isp.staff.callCentre : agentOf(isp, seller);
  const id = await agent.payment.new({ serviceid: account.serviceId, amt, mode, ...reference(mode, random) });
  if (typeof id !== 'number') throw new Error('a payment was only shown');
  if (mode === 'Cheque' && random.chance(0.15) && day + 3 <= calendar.today)
    agenda.add(day + 3, officeMinute(random), () =>
      cancel(account, agent, { id, reason: 'Cheque returned: funds insufficient' }),
    );
  else if (random.chance(0.006)) await agent.payment.cancel({ id, reason: 'Entered for the wrong subscriber' });
}

/** A subscriber who has left cannot owe again. */
async function cancel(account: Account, agent: Caller, input: { id: number; reason: string }): Promise<void> {
  if (!account.hasLeft) await agent.payment.cancel(input);
}

function reference(mode: keyof typeof MODES, random: Random) {
  if (mode === 'Cash') return {};
  const ref_no = `${mode.slice(0, 2).toUpperCase()}${random.int(100_000, 999_999)}`;
  return mode === 'Cheque' || mode === 'DD' || mode === 'Bank' ? { ref_no, ref_bank: random.pick(BANKS) } : { ref_no };
}
