import type { Lead, LeadStep } from '../business/leads.ts';
import { STATE } from '../business/places.ts';
import { LEAD_DAYS } from '../business/subscribers.ts';
import type { Caller } from './callers.ts';
import { join } from './joining.ts';
import { agentOf, officeMinute, type Story } from './story.ts';

/** Plans the way of a lead; with its end the subscriber joins. */
export function planLead(story: Story, lead: Lead): void {
  const { agenda, random, isp } = story;
  agenda.add(lead.day, officeMinute(random), async () => {
    const { name, surname, mobile, email, street } = lead.person;
    const id = await salesOf(story, lead).lead.create({
      ...{ resellerid: isp.resellerIds[lead.seller], source: lead.source, mobile, email },
      name: surname === undefined ? name : `${name} ${surname}`,
      address: `${street}, ${lead.place.sub}, ${lead.place.location} ${lead.place.zipcode}`,
      ...{ city: lead.place.location, zipcode: lead.place.zipcode, state: STATE },
      ...{ location_code: lead.place.lc, sub_location_code: lead.place.slc },
    });
    for (const step of lead.steps) planStep(story, lead, { id, step });
    if (lead.subscriber) agenda.add(lead.day + LEAD_DAYS, 20 * 60, () => complete(story, lead, id));
  });
}

interface Planned {
  readonly id: number;
  readonly step: LeadStep;
}

function planStep(story: Story, lead: Lead, { id, step }: Planned): void {
  const { agenda, random, calendar } = story;
  const day = lead.day + step.after;
  // After the office hours of the day on which it came.
  const minute = step.after === 0 ? 20 * 60 + 30 : officeMinute(random);
  const by = workerOf(story, lead, step);
  if (day > calendar.today) return;
  agenda.add(day, minute, async () => {
    if ('report' in step) {
      const { status, report, reason } = step;
      await by.lead.update({ id, status, report, ...(reason === undefined ? {} : { reason }) });
    } else if ('returnTo' in step) await by.lead.return({ id, status: step.returnTo });
    else await by.lead.reminder({ id, action: 'set', timestamp: calendar.future(day + step.remindAfter, 600) });
  });
}

async function complete(story: Story, lead: Lead, id: number): Promise<void> {
  if (!lead.subscriber) return;
  const serviceid = await join(story, lead.subscriber, id);
  await workerOf(story, lead).lead.update({ id, status: 'Final-Test', report: 'Completed', serviceid });
}

/** The ISP's sales people, or those of a reseller. */
function salesOf({ isp }: Story, { seller }: Lead): Caller {
  return seller === 'isp' ? isp.staff.sales : agentOf(isp, seller);
}

/** What happens on site is the installer's, in their locations. */
function workerOf(story: Story, lead: Lead, step?: LeadStep): Caller {
  const isOnSite = step === undefined || ('status' in step && step.status !== 'Welcome-Call');
  return isOnSite && lead.seller === 'isp' && lead.place.lc === 'BLR'
    ? story.isp.staff.installer
    : salesOf(story, lead);
}
