import { LAKE_POOL, POOLS, rangeUpto } from '../business/equipment.ts';
import { STATE } from '../business/places.ts';
import { SUBSCRIBER_PASSWORD } from '../business/staff.ts';
import type { Subscriber } from '../business/subscribers.ts';
import { agentOf, officeMinute, type Story } from './story.ts';
import { planTroubles } from './troubles.ts';

/** Plans the day on which a subscriber joins. One that begins on a day to come is entered a little earlier. */
export function planJoining(story: Story, subscriber: Subscriber): void {
  const { agenda, calendar, random } = story;
  const isLater = subscriber.joins > calendar.today;
  const day = isLater ? calendar.today - random.int(1, 6) : subscriber.joins;
  if (subscriber.hasLead && !isLater) return;
  agenda.add(day, officeMinute(random), () => join(story, subscriber));
}

/** Its tax number, and the telephone of its office. */
const ofCompany = (number: number) => ({
  ...{ uniqueid: `29ABCDE${1_000 + number}F1Z5`, other_mobiles: [`080-500${10_000 + number}`] },
});

/** Makes the customer and the service. Returns the id of the service. */
export async function join(story: Story, subscriber: Subscriber, leadid?: number): Promise<number> {
  const { isp, accounts, kernel } = story;
  const { seller, person, place, plan, subPlan } = subscriber;
  const { username, mac: _, ...details } = person;
  const agent = agentOf(isp, seller);
  const customerid = await agent.customer.create({
    ...{ ...details, resellerid: isp.resellerIds[seller], zipcode: place.zipcode, state: STATE, city: place.location },
    ...(details.type === 'Organisation' ? ofCompany(subscriber.number) : {}),
  });
  const offer = isp.offers[plan][subPlan] ?? isp.offers[plan][0];
  if (!offer) throw new Error(`the plan ${plan} has no sub plan`);
  const { planid, subplanid } = offer;
  const serviceId = await agent.service.create({
    ...{ customerid, planid, subplanid, username, password: SUBSCRIBER_PASSWORD, protocol: 'PPPoE' },
    ...{ location_code: place.lc, sub_location_code: place.slc },
    connectivity: subscriber.number % 9 === 0 ? 'Wireless' : 'Fibre',
    prepaid_postpaid: subscriber.isPrepaid ? 'Prepaid' : 'Postpaid',
    ...money(subscriber),
    ...addressing(story, subscriber),
    ...(leadid === undefined ? {} : { leadid }),
    ...beginning(story, subscriber),
  });
  if (typeof serviceId !== 'number') throw new Error('a service was only shown');
  const connectedAt = kernel.clock.now().getTime();
  accounts.set(serviceId, { subscriber, serviceId, connectedAt, offer, isPaying: false, hasLeft: false, promises: 0 });
  planTroubles(story, serviceId);
  return serviceId;
}

/** What a franchisee may not set, and a prepaid service does not have. */
function money({ seller, isPrepaid, discountPercent, hasLead }: Subscriber) {
  if (seller === 'lake' || isPrepaid) return {};
  return { discount_percent: String(discountPercent), installation_amt: hasLead ? '500' : '0' };
}

function addressing({ accounts }: Story, { ipAssignment, seller, place }: Subscriber) {
  if (ipAssignment === 'NAS') return {};
  if (ipAssignment === 'IPpool') return { ip_assignment: ipAssignment, ippool: poolFor(seller, place.lc) };
  const { pool_name: ippool, range_from } = POOLS.office;
  const taken = [...accounts.values()].filter(({ subscriber }) => subscriber.ipAssignment === 'StaticIP').length;
  return { ip_assignment: ipAssignment, ippool, staticip: rangeUpto(range_from, taken + 1) };
}

function poolFor(seller: Subscriber['seller'], lc: string): string {
  if (seller === 'lake') return LAKE_POOL.pool_name;
  if (lc === 'MYS') return POOLS.mysuru.pool_name;
  return lc === 'HBL' ? POOLS.hubballi.pool_name : POOLS.bengaluru.pool_name;
}

/** A service that begins on a later day. */
function beginning({ calendar }: Story, { joins }: Subscriber) {
  return joins > calendar.today ? { bill_from: calendar.name(joins) } : {};
}
