import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Book, Refusal, type SimulatedOrder, type SimulatedPayment } from './book.ts';
import { checkoutPage, leftPage, postingPage, type Ways } from './checkout.ts';
import type { SimulatedProvider } from './keys.ts';
import { type Happening, notificationsOf, type SimulatedNotification } from './notifications.ts';
import { answerRazorpay, returnFields } from './razorpay.ts';
import { bodyOf, html, json, redirect } from './request.ts';
import { answerStripe } from './stripe.ts';

/** How the providers behave. Changed while they run. */
export interface Mood {
  /** `away` answers 503, `silent` not at all. */
  interface: 'well' | 'away' | 'silent';
  /** Does the call, and then breaks the connection instead of answering it. */
  losesAnswers: boolean;
}

const COPIES = 3;
const LATE_MS = 3_000;

/**
 * Razorpay and Stripe on this machine: their interfaces below `/razorpay` and `/stripe`, with their formats and signatures, and a
 * checkout page. Notifications are sent three times each, the newest first, and once more a little later.
 */
export class GatewaySimulator {
  readonly book: Book;
  readonly mood: Mood = { interface: 'well', losesAnswers: false };
  /** Where each provider's notifications go. */
  readonly notificationUrls: Partial<Record<SimulatedProvider, string>> = {};
  /** Calls of the interfaces, `POST /v1/orders`. */
  readonly calls: string[] = [];
  readonly #server: Server;
  readonly #stopping = new AbortController();

  constructor(now: () => Date = () => new Date()) {
    this.book = new Book(now);
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  async listen(port: number): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    this.#server.close();
    this.#server.closeAllConnections();
    if (this.#server.listening) await once(this.#server, 'close');
  }

  notificationsOf(payment: SimulatedPayment, happening: Happening): SimulatedNotification[] {
    return notificationsOf(this.book, payment, happening, this.url);
  }

  /** Sends the notifications as badly as providers may: thrice, in the wrong order, and late. Returns their statuses; 0: no answer. */
  async tell(payment: SimulatedPayment, happening: Happening): Promise<number[]> {
    const url = this.notificationUrls[this.book.providerOf(payment)];
    if (url === undefined) return [];
    const due = this.notificationsOf(payment, happening).reverse();
    const copies = Array.from({ length: COPIES }, () => due).flat();
    const statuses = await Promise.all(copies.map((notification) => this.send(url, notification)));
    void this.#sendLate(payment, happening);
    return statuses;
  }

  async send(url: string, { headers, body }: SimulatedNotification): Promise<number> {
    try {
      const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(5_000)]);
      const response = await fetch(url, { method: 'POST', headers, body, signal });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }

  async #sendLate(payment: SimulatedPayment, happening: Happening): Promise<void> {
    const url = this.notificationUrls[this.book.providerOf(payment)] ?? '';
    try {
      await sleep(LATE_MS, undefined, { signal: this.#stopping.signal, ref: false });
    } catch {
      return;
    }
    for (const notification of this.notificationsOf(payment, happening)) await this.send(url, notification);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = new URL(request.url ?? '/', this.url);
      const body = await bodyOf(request);
      if (url.pathname.startsWith('/checkout/')) return this.#checkout(request, response, { url, body });
      if (url.pathname === '/razorpay/v1/checkout/embedded') return this.#embedded(response, body);
      await this.#interface(request, response, { url, body });
    } catch (error) {
      json(response, 400, { error: { description: String(error), message: String(error) } });
    }
  }

  async #interface(request: IncomingMessage, response: ServerResponse, { url, body }: Read): Promise<void> {
    const { method = 'GET', headers } = request;
    const [, provider, path = '/'] = /^\/(razorpay|stripe)(\/.*)$/.exec(url.pathname) ?? [];
    this.calls.push(`${method} ${path}`);
    if (this.mood.interface === 'silent') return;
    if (this.mood.interface === 'away') return json(response, 503, { error: { message: 'down for maintenance' } });
    const asked = { method, path, query: url.searchParams, headers, body };
    try {
      const [status, answer] =
        provider === 'razorpay' ? answerRazorpay(this.book, asked) : answerStripe(this.book, asked, this.url);
      if (this.mood.losesAnswers) response.destroy();
      else json(response, status, answer);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      json(response, 400, { error: { description: error.message, message: error.message } });
    }
  }

  /** Razorpay's Hosted Checkout takes a form of the shop's. */
  #embedded(response: ServerResponse, body: Buffer): void {
    const form = new URLSearchParams(body.toString('utf8'));
    const ways = { returnUrl: form.get('callback_url') ?? '', cancelUrl: form.get('cancel_url') ?? '' };
    html(response, checkoutPage(this.book.order(form.get('order_id') ?? ''), ways));
  }

  #checkout(request: IncomingMessage, response: ServerResponse, { url, body }: Read): void {
    const order = this.book.order(url.pathname.replace('/checkout/', ''));
    const form = new URLSearchParams(body.toString('utf8'));
    const returnUrl = form.get('returnUrl') ?? order.returnUrl ?? '';
    const cancelUrl = form.get('cancelUrl') ?? order.cancelUrl ?? '';
    if (request.method !== 'POST') html(response, checkoutPage(order, { returnUrl, cancelUrl }));
    else if (form.get('how') === 'cancel') redirect(response, cancelUrl);
    else this.#decide(response, order, { how: form.get('how') ?? '', returnUrl, cancelUrl });
  }

  #decide(
    response: ServerResponse,
    order: SimulatedOrder,
    { how, returnUrl, cancelUrl }: Ways & { how: string },
  ): void {
    const payment = this.book.pay(order.id, { captured: how !== 'fail' });
    void this.tell(payment, payment.captured ? 'captured' : 'failed');
    const isPaid = payment.captured;
    if (how === 'pay and leave') html(response, leftPage());
    else if (order.provider === 'razorpay')
      html(response, postingPage(returnUrl, isPaid ? returnFields(payment) : { 'error[code]': 'BAD_REQUEST' }));
    else redirect(response, isPaid ? returnUrl.replace('{CHECKOUT_SESSION_ID}', order.id) : cancelUrl);
  }
}

interface Read {
  readonly url: URL;
  readonly body: Buffer;
}
