/**
 * A WhatsApp bot for subscribers, over Meta’s Cloud API. Whatever is written to it, it answers how the connection is, with buttons
 * for what can be done. A PIN, or an account and a PIN, proves who writes. A chat whose id hides the number is linked by a code.
 *
 * At Meta the webhook is `PUBLIC_URL` with `/webhook` and your `VERIFY_TOKEN`, subscribed to the field `messages`.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { care, isSame, readBody } from './care-calls.mjs';
import { HOW_TO_LINK, isHiding, linkOrUnlink, recipientOf } from './whatsapp-link.mjs';

const { CATEGORY_ID, QUEUE_ID, PORT = '8089' } = process.env;
const { WHATSAPP_TOKEN, APP_SECRET, VERIFY_TOKEN, GRAPH_URL = 'https://graph.facebook.com/v23.0' } = process.env;

/** An hour of messages counts as one call. */
const HOUR_MS = 3_600_000;
const HANDLE_MS = 14 * 60_000;
const MAX_KEPT = 10_000;

/** Who has proved something: by the id of the chat. */
const callers = new Map();
/** Messages that were answered: Meta may send one again. */
const answered = new Map();

/** Keeps the newest. */
function keep(map, key, value) {
  map.delete(key);
  map.set(key, value);
  if (map.size > MAX_KEPT) map.delete(map.keys().next().value);
}

const BUTTONS = [
  { id: 'pay', offered: ({ number }) => [5, 6, 13].includes(number), title: 'Payment link' },
  { id: 'ticket', offered: ({ number }) => [9, 10, 16, 17].includes(number), title: 'File a complaint' },
  { id: 'restart', offered: ({ level, number }) => level === 2 && number === 15, title: 'Restart' },
  { id: 'person', offered: () => true, title: 'Call me back' },
];

const DOES = {
  pay: async (chat) => `A payment link is on its way to ${(await care('pay_link', chat)).target}.`,
  ticket: async (chat) => {
    const { docket, resolve_by } = await care('ticket_create', chat, { categoryid: CATEGORY_ID, text: 'By WhatsApp' });
    return `Your complaint has the number ${docket}.${resolve_by ? ` We expect to resolve it by ${resolve_by}.` : ''}`;
  },
  restart: async (chat) => {
    await care('restart', chat);
    return 'Your connection restarts now.';
  },
  person: async (chat) => {
    await care('callback', chat, { queueid: QUEUE_ID });
    return 'We will call you back.';
  },
};

/** `2583`, or `asha.home 2583` from a number that is not on record. */
function proofIn(text) {
  const [, account, pin] = /^\s*(?:(\S+)\s+)?(\d{4,6})\s*$/.exec(text) ?? [];
  return { account, pin };
}

async function chatOf(from, text) {
  const id = createHash('sha256').update(from).digest('hex').slice(0, 32);
  const call_id = `wa-${id}-${Math.floor(Date.now() / HOUR_MS)}`;
  const { account, pin } = proofIn(text);
  const kept = callers.get(from);
  if (pin === undefined && kept?.call_id === call_id && kept.until > Date.now()) return kept;
  const { caller, level, services } = await care('identify', { call_id }, { wa_id: from, account, pin });
  const chat = { call_id, caller, level: Number(level), isKnown: services.length > 0, until: Date.now() + HANDLE_MS };
  keep(callers, from, chat);
  return chat;
}

const UNKNOWN = 'We do not know this number. Write your username and PIN, such as: asha.home 2583';

async function replyTo({ from, text, button }) {
  const chat = await chatOf(from, text);
  if (button === 'person') return { text: await DOES.person(chat), buttons: [] };
  const linking = isHiding(from) ? await linkOrUnlink(chat, text) : undefined;
  if (linking?.isOver) callers.delete(from);
  if (linking) return { text: linking.reply, buttons: [] };
  // Nobody can call back a number that is hidden.
  if (!chat.isKnown)
    return isHiding(from) ? { text: HOW_TO_LINK, buttons: [] } : { text: UNKNOWN, buttons: ['person'] };
  const done = button in DOES ? `${await DOES[button](chat)}\n\n` : '';
  const { number, text: standing, dues, currency } = await care('status', chat);
  const known = { level: chat.level, number: Number(number) };
  const owed = Number(dues) > 0 && !standing.includes('due') ? ` ${currency} ${dues} is due.` : '';
  const hint = chat.level < 2 ? '\n\nWrite your PIN to see what is due.' : '';
  const offered = BUTTONS.filter((each) => each.id !== button && each.offered(known)).map(({ id }) => id);
  return { text: done + standing + owed + hint, buttons: offered };
}

async function send(phoneId, to, { text, buttons }) {
  const chosen = BUTTONS.filter(({ id }) => buttons.includes(id)).slice(0, 3);
  const reply = chosen.map(({ id, title }) => ({ type: 'reply', reply: { id, title } }));
  const content = reply.length
    ? { type: 'interactive', interactive: { type: 'button', body: { text }, action: { buttons: reply } } }
    : { type: 'text', text: { body: text } };
  const response = await fetch(`${GRAPH_URL}/${phoneId}/messages`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${WHATSAPP_TOKEN}` },
    body: JSON.stringify({ messaging_product: 'whatsapp', ...recipientOf(to), ...content }),
    signal: AbortSignal.timeout(8000),
  });
  if (!response.ok) throw new Error(`WhatsApp answers ${response.status}`);
}

async function take(phoneId, { id, from: number, from_user_id, text, interactive }) {
  if (answered.has(id)) return;
  const from = number ?? from_user_id;
  keep(answered, id, true);
  const message = { from, text: text?.body ?? '', button: interactive?.button_reply?.id ?? '' };
  const reply = await replyTo(message).catch((error) => {
    console.error(error.message);
    return { text: 'We cannot look into this now. Please call us.', buttons: [] };
  });
  await send(phoneId, from, reply).catch((error) => {
    // Meta sends it again.
    answered.delete(id);
    throw error;
  });
}

function isSigned(body, signature = '') {
  const expected = `sha256=${createHmac('sha256', APP_SECRET).update(body).digest('hex')}`;
  return isSame(Buffer.from(signature), Buffer.from(expected));
}

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://bot.invalid');
  if (pathname !== '/webhook') return response.writeHead(404).end();
  if (request.method === 'GET') {
    const isOurs = searchParams.get('hub.verify_token') === VERIFY_TOKEN;
    return response.writeHead(isOurs ? 200 : 403).end(isOurs ? searchParams.get('hub.challenge') : '');
  }
  const body = await readBody(request);
  if (!isSigned(body, request.headers['x-hub-signature-256'])) return response.writeHead(403).end();
  const changes = JSON.parse(body).entry.flatMap((entry) => entry.changes.map(({ value }) => value));
  for (const { metadata, messages = [] } of changes)
    for (const message of messages) await take(metadata.phone_number_id, message);
  return response.writeHead(200).end();
}

createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error.message);
    response.writeHead(500).end();
  });
}).listen(Number(PORT), () => console.log(`listening on ${PORT}`));
