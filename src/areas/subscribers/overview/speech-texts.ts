export type SpeechLanguage = 'en' | 'hi';

/** The parts of a sentence, in the words of its language; null: not known, or not told. */
export interface Said {
  readonly since: string | null;
  readonly upto: string | null;
  readonly amount: string | null;
  /** What the ISP tells of an incident. */
  readonly incident: string | null;
  /** When the incident is expected to end. */
  readonly expected: string | null;
}

/** 0 stands for what nobody can tell, 18 for a place without an incident. */
export const SPEECH_NUMBERS = [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16, 17, 18] as const;
export type SpeechNumber = (typeof SPEECH_NUMBERS)[number];

type Texts = Readonly<Record<SpeechNumber, (said: Said) => string>>;

const sentences = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(' ');
/** With a word before or after it, if it is known. */
const known = (part: string | null, words: (part: string) => string): string => (part === null ? '' : words(part));
const told = (part: string | null, words: (part: string) => string): string | null => part && words(part);

/** `is blocked`, or `has been blocked since 23 November`. */
const state = ({ since }: Said, word: string): string =>
  since === null ? `is ${word}` : `has been ${word} since ${since}`;
const due = ({ amount }: Said): string | null => told(amount, (money) => `${money} is due.`);
const until = ({ upto }: Said): string | null => told(upto, (day) => `This lasts until ${day}, unless you add data.`);

const ENGLISH: Texts = {
  0: () => 'Please wait. Our staff will help you.',
  2: () => 'Your connection has not been started yet.',
  3: (said) => `Your connection ${state(said, 'suspended')}. Please speak to our staff.`,
  4: () => 'We could not make your bill, so your connection is blocked. Our staff will help you.',
  5: (said) => sentences(`Your connection ${state(said, 'blocked')}, because a payment is missing.`, due(said)),
  6: ({ upto }) =>
    sentences(
      upto === null ? 'Your plan has ended.' : `Your plan ended on ${upto}.`,
      'Renew it to use the Internet again.',
    ),
  7: (said) => sentences('You have used all of your data, so your connection is blocked.', until(said)),
  8: ({ since, incident, expected }) =>
    sentences(
      `There is a disturbance of our network near you${known(since, (day) => `, since ${day}`)}.`,
      incident,
      told(expected, (moment) => `We expect it to end at ${moment}.`),
    ),
  9: ({ since }) =>
    `Our network has ${known(since, () => 'had ')}a problem near you${known(since, (day) => ` since ${day}`)}.`,
  10: ({ since }) =>
    `Your router ${since === null ? 'cannot log in' : `has not been able to log in since ${since}`}. Please speak to our staff.`,
  13: (said) =>
    sentences(
      'Your connection is slow, because a payment is overdue.',
      due(said),
      told(said.upto, (day) => `It will be blocked after ${day}.`),
    ),
  14: (said) => sentences('Your connection is slow, because you have used the data at full speed.', until(said)),
  15: (said) => `Your connection ${state(said, 'working')}.`,
  16: (said) => `Your router ${state(said, 'offline')}. Please check its power and its cables.`,
  17: () => 'Your router has never been online. Please check its power and its cables.',
  18: () => 'We know of no disturbance there.',
};

const fromHindi = ({ since }: Said): string => known(since, (day) => ` ${day} से`);
const dueHindi = ({ amount }: Said): string | null => told(amount, (money) => `${money} देय है।`);
const untilHindi = ({ upto }: Said, word: string): string | null =>
  told(upto, (day) => `डेटा न जोड़ने पर यह ${day} तक ${word} रहेगा।`);

const HINDI: Texts = {
  0: () => 'कृपया प्रतीक्षा करें। हमारे कर्मचारी आपकी मदद करेंगे।',
  2: () => 'आपका कनेक्शन अभी शुरू नहीं हुआ है।',
  3: (said) => `आपका कनेक्शन${fromHindi(said)} निलंबित है। कृपया हमारे कर्मचारी से बात करें।`,
  4: () => 'आपका बिल नहीं बन सका, इसलिए आपका कनेक्शन बंद है। हमारे कर्मचारी आपकी मदद करेंगे।',
  5: (said) => sentences(`भुगतान नहीं हुआ है, इसलिए आपका कनेक्शन${fromHindi(said)} बंद है।`, dueHindi(said)),
  6: ({ upto }) =>
    `आपके प्लान की अवधि ${known(upto, (day) => `${day} को `)}समाप्त हो गई है। इंटरनेट फिर से चलाने के लिए नवीनीकरण करें।`,
  7: (said) => sentences('आपका सारा डेटा समाप्त हो गया है, इसलिए आपका कनेक्शन बंद है।', untilHindi(said, 'बंद')),
  8: (said) =>
    sentences(
      `आपके इलाके में हमारे नेटवर्क में${fromHindi(said)} गड़बड़ी है।`,
      said.incident,
      told(said.expected, (moment) => `${moment} तक इसके ठीक होने की उम्मीद है।`),
    ),
  9: (said) => `आपके पास हमारे नेटवर्क में${fromHindi(said)} समस्या है।`,
  10: (said) => `आपका राउटर${fromHindi(said)} लॉग इन नहीं कर पा रहा है। कृपया हमारे कर्मचारी से बात करें।`,
  13: (said) =>
    sentences(
      'एक भुगतान बाकी है, इसलिए आपका कनेक्शन धीमा है।',
      dueHindi(said),
      told(said.upto, (day) => `${day} के बाद यह बंद हो जाएगा।`),
    ),
  14: (said) => sentences('पूरी गति का डेटा समाप्त हो गया है, इसलिए आपका कनेक्शन धीमा है।', untilHindi(said, 'धीमा')),
  15: (said) => `आपका कनेक्शन${fromHindi(said)} चल रहा है।`,
  16: (said) => `आपका राउटर${fromHindi(said)} ऑफ़लाइन है। कृपया उसकी बिजली और केबल जाँचें।`,
  17: () => 'आपका राउटर कभी ऑनलाइन नहीं हुआ है। कृपया उसकी बिजली और केबल जाँचें।',
  18: () => 'वहाँ किसी गड़बड़ी की सूचना हमारे पास नहीं है।',
};

/** The sentence for each number of a verdict. */
export const SPEECH_TEXTS: Readonly<Record<SpeechLanguage, Texts>> = { en: ENGLISH, hi: HINDI };
