/** What the page of a hotspot says in a language. */
export interface Words {
  readonly lang: 'en' | 'hi';
  title(isp: string): string;
  readonly code: string;
  readonly hint: string;
  readonly goOnline: string;
  readonly known: string;
  readonly other: { readonly lang: 'en' | 'hi'; readonly name: string };
  readonly states: Readonly<Record<State, string>>;
  minutes(count: number): string;
}

/** What became of the guest's last attempt, or how things are. */
export type State = 'wrong' | 'refused' | 'unavailable' | 'online' | 'noHotspot';

const ENGLISH: Words = {
  lang: 'en',
  title: (isp) => `Internet by ${isp}`,
  code: 'Your code',
  hint: '14 digits; spaces do not matter.',
  goOnline: 'Go online',
  known: 'This device has used a code that is still valid.',
  other: { lang: 'hi', name: 'हिन्दी' },
  states: {
    wrong: 'This code does not work. Check the digits, or ask for another code.',
    refused:
      'The hotspot did not let you in. Your time or data may be used up, or another device is online. Try again.',
    unavailable: 'We cannot check codes now. Try again in a minute, or ask the staff.',
    online: 'You are online.',
    noHotspot: 'This page works only on the Wi-Fi of a hotspot. Connect to it, then open any page.',
  },
  minutes: (count) => `Too many wrong codes. Try again in ${count === 1 ? 'a minute' : `${count} minutes`}.`,
};

const HINDI: Words = {
  lang: 'hi',
  title: (isp) => `${isp} का इंटरनेट`,
  code: 'आपका कोड',
  hint: '14 अंक; बीच की जगह से फ़र्क नहीं पड़ता।',
  goOnline: 'ऑनलाइन जाएँ',
  known: 'इस डिवाइस का कोड अभी चालू है।',
  other: { lang: 'en', name: 'English' },
  states: {
    wrong: 'यह कोड काम नहीं करता। अंक जाँचें, या दूसरा कोड माँगें।',
    refused: 'हॉटस्पॉट ने अनुमति नहीं दी। शायद आपका समय या डेटा खत्म है, या दूसरा डिवाइस ऑनलाइन है। फिर कोशिश करें।',
    unavailable: 'अभी कोड जाँचा नहीं जा सका। एक मिनट बाद फिर कोशिश करें, या स्टाफ़ से पूछें।',
    online: 'आप ऑनलाइन हैं।',
    noHotspot: 'यह पेज सिर्फ़ हॉटस्पॉट के Wi-Fi पर चलता है। उससे जुड़ें, फिर कोई पेज खोलें।',
  },
  minutes: (count) => `बहुत सारे गलत कोड। ${count} मिनट बाद फिर कोशिश करें।`,
};

/** The first of these languages that there is; English, where there is none. `accepted`: the header Accept-Language. */
export function wordsFor(chosen: string, accepted: string, ofIsp: string): Words {
  const tags = [chosen, ...accepted.split(',', 10).map((each) => each.split(';', 1)[0] ?? ''), ofIsp];
  for (const tag of tags) {
    const language = tag.trim().toLowerCase().split('-', 1)[0];
    if (language === 'hi') return HINDI;
    if (language === 'en') return ENGLISH;
  }
  return ENGLISH;
}
