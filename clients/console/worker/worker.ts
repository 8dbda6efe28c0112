/**
 * The service worker of the console. It has the page and its files of one version: for when there is no line, and for windows of
 * this version after the node has another one. Pages come from the node whenever it answers, so no version is held back.
 *
 * What it keeps is the same for everybody. No call of the API passes through it, so it has nothing of a subscriber.
 */

/** The build writes these three in front of this text (`worker-file.ts`): the files, a digest of their names, and the page's script. */
declare const FILES: readonly string[];
declare const VERSION: string;
declare const SCRIPT: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const PAGE = '/console/';
const ASSETS = `${PAGE}assets/`;
const OURS = 'lastmile-console ';
const CACHE = OURS + VERSION;
const POLICY = 'content-security-policy';
/** Where a line is there but carries nothing, browsers would wait for minutes. */
const PATIENCE_MS = 10_000;

worker.addEventListener('install', (event) =>
  event.waitUntil(Promise.all([keep(), passCallsOn(event as ExtendableEvent & Routes)])),
);
// No window of another version is open any more.
worker.addEventListener('activate', (event) => event.waitUntil(dropOthers().then(() => worker.clients.claim())));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(pageOf(request));
  else if (pathname.startsWith(ASSETS)) event.respondWith(fileOf(request));
});

/** Not in the types yet, nor in every browser. */
interface Routes {
  addRoutes?(rule: { condition: { requestMethod: string }; source: 'network' }): Promise<void>;
}

/** Calls of the API would each wait until a worker that has gone to sleep is awake, to be told that it leaves them alone. */
async function passCallsOn(event: Routes): Promise<void> {
  await event.addRoutes?.({ condition: { requestMethod: 'POST' }, source: 'network' }).catch(() => undefined);
}

async function keep(): Promise<void> {
  const cache = await caches.open(CACHE);
  // One after the other: what the window itself loads goes first.
  for (const file of FILES) {
    if (!(await cache.match(file))) await cache.put(file, await answerTo(file, { priority: 'low' }));
  }
  const page = await answerTo(PAGE, { cache: 'no-store' });
  // During an upgrade another node may be of another version: the next visit tries again.
  if (!(await page.clone().text()).includes(SCRIPT)) throw new Error('the page is of another version than its worker');
  await cache.put(PAGE, page);
}

async function answerTo(path: string, options: RequestInit): Promise<Response> {
  const answer = await fetch(path, options);
  if (!answer.ok) throw new Error(`${path}: HTTP status ${answer.status}`);
  return answer;
}

async function dropOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
}

/** That of the node; the kept one if no answer arrives, or only that of a proxy in front of the node. */
async function pageOf(request: Request): Promise<Response> {
  const asked = fetch(request);
  const answer = await Promise.race([asked.catch(() => undefined), patience()]);
  if (answer && answer.status < 500) return answer;
  const kept = await (await caches.open(CACHE)).match(PAGE);
  return kept ? withOwnNonce(kept) : asked;
}

const patience = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS));

/** As the node does, with a nonce of its own each time, in the page and in its policy. */
async function withOwnNonce(kept: Response): Promise<Response> {
  const headers = new Headers(kept.headers);
  const policy = headers.get(POLICY) ?? '';
  const old = /'nonce-([^']+)'/.exec(policy)?.[1];
  if (old === undefined) return kept;
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  headers.set(POLICY, policy.replaceAll(old, nonce));
  // Of the body as a proxy may have sent it.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response((await kept.text()).replaceAll(old, nonce), { headers });
}

/** Names have a hash of the content, so a kept file is the right one, whatever version it is from. */
async function fileOf(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
