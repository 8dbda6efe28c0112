import { createHmac } from 'node:crypto';
import { resolve } from 'node:path';
import { expect, vi } from 'vitest';
import type { Received, Receiver } from '../../areas/insight/webhooks/receiver.ts';
import type { Parameters } from './api.ts';
import { freePort } from './ports.ts';
import { Running } from './process.ts';

const EXAMPLES = resolve(import.meta.dirname, '../../../docs/integrate/examples');
const TOKEN = 'twilio-token';
const APP_SECRET = 'meta-secret';
const PHONE_ID = '104857600';

/** What the documents’ programs are told of the node. */
export interface CareSettings {
  readonly baseUrl: string;
  readonly program: Parameters;
  readonly categoryid: number;
  readonly queueid: number;
}

async function start(
  file: string,
  { baseUrl, program, categoryid, queueid }: CareSettings,
  own: Record<string, string>,
) {
  const port = await freePort();
  const node = {
    LASTMILE_URL: baseUrl,
    LASTMILE_USERID: String(program.userid),
    LASTMILE_KEY: String(program.api_key),
  };
  const ids = { CATEGORY_ID: String(categoryid), QUEUE_ID: String(queueid), PORT: String(port) };
  const env = { PATH: process.env.PATH ?? '', ...node, ...ids, ...own };
  const running = new Running(process.execPath, [resolve(EXAMPLES, file)], { env });
  await vi.waitFor(() => expect(running.stdout).toContain('listening'), 60_000);
  return { running, url: `http://127.0.0.1:${port}` };
}

/** The telephone menu, as Twilio calls it. */
export class VoiceMenu {
  static readonly #publicUrl = 'https://voice.example.net';
  readonly #url: string;
  readonly #running: Running;

  private constructor({ url, running }: { url: string; running: Running }) {
    this.#url = url;
    this.#running = running;
  }

  static async start(settings: CareSettings): Promise<VoiceMenu> {
    const own = { TWILIO_AUTH_TOKEN: TOKEN, AGENT: '+911234567890', PUBLIC_URL: VoiceMenu.#publicUrl };
    return new VoiceMenu(await start('voice-menu.mjs', settings, own));
  }

  /** Asks for the next step. @param token with which it is signed */
  async ask(path: string, fields: Record<string, string>, token = TOKEN): Promise<{ status: number; twiml: string }> {
    const sorted = Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));
    const signed = `${VoiceMenu.#publicUrl}${path}${sorted.flat().join('')}`;
    const signature = createHmac('sha1', token).update(signed).digest('base64');
    const headers = { 'X-Twilio-Signature': signature };
    const options = { method: 'POST', headers, body: new URLSearchParams(fields) };
    const response = await fetch(`${this.#url}${path}`, options);
    return { status: response.status, twiml: await response.text() };
  }

  stop = () => this.#running.stop();
}

/** A telephone call to the menu. */
export class MenuCall {
  readonly #menu: VoiceMenu;
  readonly #call: Record<string, string>;
  #next = '/call';
  twiml = '';

  constructor(menu: VoiceMenu, CallSid: string, From: string) {
    this.#menu = menu;
    this.#call = { CallSid, From };
  }

  /** Rings, or presses digits. Returns what is said. */
  async say(digits?: string): Promise<string> {
    const { twiml } = await this.#menu.ask(this.#next, { ...this.#call, ...(digits ? { Digits: digits } : {}) });
    this.twiml = twiml;
    const [, action = ''] = /action="([^"]*)"/.exec(twiml) ?? [];
    this.#next = unescaped(action);
    return unescaped([...twiml.matchAll(/<Say[^>]*>([^<]*)</g)].map(([, text]) => text).join(' '));
  }
}

const unescaped = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

/** The WhatsApp bot, as Meta calls it; what it answers goes to `graph`. */
export class Bot {
  readonly #url: string;
  readonly #running: Running;
  readonly #graph: Receiver;
  #messages = 0;

  private constructor({ url, running }: { url: string; running: Running }, graph: Receiver) {
    this.#url = url;
    this.#running = running;
    this.#graph = graph;
  }

  static async start(settings: CareSettings, graph: Receiver): Promise<Bot> {
    graph.answer = () => 200;
    const own = { WHATSAPP_TOKEN: 'x', APP_SECRET, VERIFY_TOKEN: 'letmein', GRAPH_URL: graph.url };
    return new Bot(await start('whatsapp-bot.mjs', settings, own), graph);
  }

  /** Writes a text or presses a button, and returns what the bot answers. @param id of a message that was sent before */
  async hears(from: string, message: { text: string } | { button: string }, id?: string): Promise<Reply> {
    this.#messages += 1;
    const sent =
      'text' in message
        ? { type: 'text', text: { body: message.text } }
        : {
            type: 'interactive',
            interactive: { type: 'button_reply', button_reply: { id: message.button, title: '' } },
          };
    const sender = from.includes('.') ? { from_user_id: from } : { from };
    const messages = [{ ...sender, id: id ?? `wamid.${this.#messages}`, ...sent }];
    expect(
      (await this.post({ entry: [{ changes: [{ value: { metadata: { phone_number_id: PHONE_ID }, messages } }] }] }))
        .status,
    ).toBe(200);
    return replyIn(this.#graph.received.at(-1));
  }

  post(content: unknown, secret = APP_SECRET): Promise<Response> {
    const body = JSON.stringify(content);
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    return fetch(`${this.#url}/webhook`, { method: 'POST', headers: { 'X-Hub-Signature-256': signature }, body });
  }

  get = (query: string) => fetch(`${this.#url}/webhook?${query}`);

  stop = () => this.#running.stop();
}

export interface Reply {
  readonly to: string;
  readonly text: string;
  readonly buttons: readonly string[];
}

function replyIn(message: Received | undefined): Reply {
  const { to, recipient, text, interactive } = JSON.parse(message?.body ?? '{}');
  const buttons = interactive?.action.buttons.map(({ reply }: { reply: { id: string } }) => reply.id) ?? [];
  return { to: to ?? recipient, text: text?.body ?? interactive?.body.text, buttons };
}
