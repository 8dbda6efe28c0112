import { claimBatches } from '../../areas/subscribers/broadcasts/claim.ts';
import { composeQueued } from '../../areas/subscribers/broadcasts/compose.ts';
import { findRecipients } from '../../areas/subscribers/broadcasts/find-recipients.ts';
import { finishBroadcasts } from '../../areas/subscribers/broadcasts/finish.ts';
import { type Outcome, recordOutcomes } from '../../areas/subscribers/notices/progress.ts';
import type { Story } from './story.ts';

interface Told {
  /** Days ago. */
  readonly ago: number;
  readonly minute: number;
  readonly title: string;
  readonly location_code: string;
  readonly en: string;
  readonly hi: string;
  /** Paused half-way, so that nothing is sent while somebody looks at the demo. */
  readonly isPaused?: true;
}

/** One that is over, about last week's outage, and one that is half sent. */
const TOLD: readonly Told[] = [
  {
    ...{ ago: 6, minute: 16 * 60 + 40, title: 'Fibre cut on the road to Hubballi', location_code: 'HBL' },
    en: 'Dear {name}, a cable was cut during road works. We expect to be back by 8 in the evening. {isp}',
    hi: '{name} जी, सड़क के काम में केबल कट गई है। शाम 8 बजे तक सेवा फिर चालू होने की उम्मीद है। {isp}',
  },
  {
    ...{ ago: 1, minute: 18 * 60, title: 'Work on Sunday night', location_code: 'BLR', isPaused: true },
    en: 'Dear {name}, there is no Internet on Sunday from 2 to 4 at night: we replace a switch. {isp}',
    hi: '{name} जी, रविवार रात 2 से 4 बजे तक इंटरनेट बंद रहेगा: हम एक स्विच बदल रहे हैं। {isp}',
  },
];

/** Writes to many subscribers by SMS. The provider has an address that nobody has, and takes everything. */
export function planMessages(story: Story, day: number): void {
  const { agenda, calendar } = story;
  for (const told of TOLD)
    if (calendar.today - day === told.ago) agenda.add(day, told.minute, () => tell(story, day, told));
}

async function tell({ kernel, isp, calendar }: Story, day: number, told: Told): Promise<void> {
  const { owner } = isp.staff;
  const { title, location_code } = told;
  await owner.notice.sender_set({ channel: 'sms', url: 'https://sms.example.net/send?to={to}&text={text}' });
  const texts = (['en', 'hi'] as const).map((language) => ({
    channel: 'sms' as const,
    language,
    body: told[language],
  }));
  const { count } = await owner.message.preview({ location_code, texts });
  if (count === 0) return;
  const id = await owner.message.send({ title, location_code, texts, count });
  const now = calendar.at(day, told.minute + 1);
  while (await findRecipients(kernel.db, now));
  if (told.isPaused) await sendBatch(kernel, now, 0.5);
  else while (await sendBatch(kernel, now, 1));
  if (told.isPaused) await owner.message.pause({ id });
  await finishBroadcasts(kernel.db, now);
}

/** Sends a share of a batch. Returns whether there was one. */
async function sendBatch({ db }: Story['kernel'], now: Date, share: number): Promise<boolean> {
  const [batch] = await claimBatches(db, { now, limit: 1, without: [] });
  if (!batch) return false;
  const messages = batch.messages.slice(0, Math.ceil(batch.messages.length * share));
  const noted = (await composeQueued(db, batch, messages, now)).map(({ message, content }) => {
    const outcome: Outcome =
      'obstacle' in content
        ? { status: 'Skipped', reason: content.obstacle }
        : { status: 'Sent', reason: null, sent: content.letter };
    return { message: { ...message, waiting: 'Queued' as const }, outcome, now };
  });
  await recordOutcomes(db, noted);
  return true;
}
