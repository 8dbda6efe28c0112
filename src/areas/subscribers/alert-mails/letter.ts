import { alertSentence } from '../../network/alerts/sentence.ts';
import { alertSentenceHi } from '../../network/alerts/sentence-hi.ts';
import type { UntoldAlert } from './claim.ts';

interface Reader {
  readonly zone: string;
  readonly language: string;
}

/** What an e-mail about alerts says, in the language of the ISP’s notices: Hindi, or English for every other. */
export function letterOf(
  alerts: readonly UntoldAlert[],
  { zone, language }: Reader,
): { subject: string; body: string } {
  const isHindi = language === 'hi';
  const sentences = alerts.map((alert) => (isHindi ? alertSentenceHi : alertSentence)(alert, zone));
  const [only = ''] = sentences;
  const count = sentences.length;
  const several = isHindi ? `नेटवर्क की ${count} चेतावनियाँ` : `${count} alerts of the network`;
  const hint = isHindi
    ? `समय ${zone} का है। कंसोल में “चेतावनियाँ” के नीचे चेतावनी को “देख लिया” या मौन करें।`
    : `Times are in ${zone}. Acknowledge or mute alerts in the console, under “Alerts”.`;
  return { subject: count === 1 ? only : several, body: `${sentences.join('\n')}\n\n${hint}\n` };
}
