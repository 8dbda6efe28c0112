/**
 * A telephone menu for subscribers, over Twilio’s Programmable Voice. It reads out how the connection is, sends a payment link,
 * files a complaint and asks for a call back; with the PIN it says what is due and restarts the connection. When anything goes
 * wrong, an agent gets the call.
 *
 * At Twilio, “A call comes in” is a webhook by POST to `PUBLIC_URL` with `/call`. Nothing is kept between two requests, so several
 * of these programs can share one address.
 */
import { createServer } from 'node:http';
import { care, readBody } from './care-calls.mjs';
import { isSignedByTwilio } from './twilio-signature.mjs';
import { WORDS } from './voice-menu-words.mjs';

const { PUBLIC_URL, TWILIO_AUTH_TOKEN, AGENT, CATEGORY_ID, QUEUE_ID, PORT = '8088' } = process.env;

/** What can be pressed, and when: by the level, and the number of `care/status`, which is null for callers who are not known. */
const CHOICES = [
  {
    digit: '1',
    offered: ({ number }) => [5, 6, 13].includes(number),
    en: 'For a payment link, press 1.',
    hi: 'भुगतान के लिंक के लिए 1 दबाएँ।',
    does: async (call, words) => words.link(spelled((await care('pay_link', call)).target.slice(-3))),
  },
  {
    digit: '2',
    offered: ({ number }) => [9, 10, 16, 17].includes(number),
    en: 'For a complaint, press 2.',
    hi: 'शिकायत के लिए 2 दबाएँ।',
    does: async (call, words) => {
      const complaint = { categoryid: CATEGORY_ID, text: 'Filed by the telephone menu' };
      return words.docket(spelled((await care('ticket_create', call, complaint)).docket));
    },
  },
  {
    digit: '3',
    offered: ({ level }) => level === 2,
    en: 'To restart your connection, press 3.',
    hi: 'कनेक्शन फिर से शुरू करने के लिए 3 दबाएँ।',
    does: async (call, words) => {
      await care('restart', call);
      return words.restart;
    },
  },
  {
    digit: '4',
    offered: () => true,
    en: 'To be called back, press 4.',
    hi: 'वापस कॉल के लिए 4 दबाएँ।',
    does: async (call, words) => {
      await care('callback', call, { queueid: QUEUE_ID });
      return words.callback;
    },
  },
];
const PIN = { digit: '5', en: 'To hear what is due, press 5.', hi: 'बकाया राशि सुनने के लिए 5 दबाएँ।' };
const LANGUAGE = { digit: '9', en: 'हिंदी के लिए 9 दबाएँ।', hi: 'For English, press 9.' };

/** Digits are read one by one. */
const spelled = (digits) => [...digits].join(' ');

const escaped = (text) => text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);
const say = (language, text) => `<Say language="${WORDS[language].voice}">${escaped(text)}</Say>`;
const toAgent = (language) => `${say(language, WORDS[language].agent)}<Dial>${escaped(AGENT)}</Dial>`;

/** The next request carries what is known of the call; the signature of Twilio is over the whole address. */
const gather = (path, { caller, level, language, number }, { prompt, digits }) => {
  const action = `${path}?${new URLSearchParams({ caller, level, language, number })}`;
  const until = digits === 1 ? 'numDigits="1"' : 'finishOnKey="#"';
  return `<Gather input="dtmf" ${until} timeout="6" action="${escaped(action)}">${say(language, prompt)}</Gather>`;
};

function menu(call) {
  const { language, level } = call;
  const choices = CHOICES.filter(({ offered }) => offered(call)).map((each) => each[language]);
  if (level < 2) choices.push(PIN[language]);
  const other = language === 'en' ? 'hi' : 'en';
  const options = { prompt: choices.join(' '), digits: 1 };
  return gather('/menu', call, options).replace(
    '</Gather>',
    `${say(other, LANGUAGE[language])}</Gather>${toAgent(language)}`,
  );
}

/** Says how the connection of a known caller is, and what can be done. */
async function standing(call) {
  const { number, text } = await care('status', call);
  if (Number(number) === 0) return toAgent(call.language);
  return say(call.language, text) + menu({ ...call, number: Number(number) });
}

/** `pin`: what the caller has entered. */
async function begin({ call_id, from, pin, said }) {
  const { caller, language, level, services } = await care('identify', { call_id }, { from, pin });
  const call = { call_id, caller, language, level: Number(level), number: null };
  const first = say(language, said(WORDS[language], call.level));
  return services.length === 0
    ? first + say(language, WORDS[language].unknown) + menu(call)
    : first + (await standing(call));
}

const STEPS = {
  '/call': ({ CallSid: call_id, From: from }) => begin({ call_id, from, said: ({ welcome }) => welcome }),
  '/menu': async ({ Digits: digit }, call) => {
    const { language, level, number } = call;
    if (digit === PIN.digit && level < 2)
      return gather('/pin', call, { prompt: WORDS[language].pin, digits: 6 }) + toAgent(language);
    if (digit === LANGUAGE.digit) {
      const other = { ...call, language: language === 'en' ? 'hi' : 'en' };
      await care('language', call, { language: other.language });
      return number === null ? menu(other) : standing(other);
    }
    const choice = CHOICES.find((each) => each.digit === digit && each.offered(call));
    return choice ? say(language, await choice.does(call, WORDS[language])) + menu(call) : toAgent(language);
  },
  '/pin': ({ CallSid: call_id, From: from, Digits: pin }) =>
    begin({ call_id, from, pin, said: ({ wrong, right }, level) => (level === 2 ? right : wrong) }),
};

async function answer(request, response) {
  const fields = new URLSearchParams((await readBody(request)).toString());
  const signature = request.headers['x-twilio-signature'];
  if (!isSignedByTwilio(TWILIO_AUTH_TOKEN, { url: PUBLIC_URL + request.url, fields, signature }))
    return response.writeHead(403).end();
  const { pathname, searchParams } = new URL(request.url, PUBLIC_URL);
  const step = STEPS[pathname];
  if (!step) return response.writeHead(404).end();
  const { language = 'en', caller, level, number } = Object.fromEntries(searchParams);
  const known = { level: Number(level), number: number === 'null' ? null : Number(number) };
  const call = { call_id: fields.get('CallSid'), caller, language, ...known };
  const twiml = await step(Object.fromEntries(fields), call).catch((error) => {
    console.error(error.message);
    return toAgent(call.language);
  });
  return response.writeHead(200, { 'Content-Type': 'text/xml' }).end(`<Response>${twiml}</Response>`);
}

createServer((request, response) => {
  answer(request, response).catch(() => response.writeHead(400).end());
}).listen(Number(PORT), () => console.log(`listening on ${PORT}`));
