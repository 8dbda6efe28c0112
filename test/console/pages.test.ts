import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { consolePages } from '../../src/console/console.ts';
import { serve } from '../rest/serve.ts';

const SCRIPT = 'console.log("a script")';

/** The origin of a node with a small build. */
async function served(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lastmile-console-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<meta property="csp-nonce" nonce="__NONCE__"><title>it</title>');
  await writeFile(join(folder, 'worker.js'), SCRIPT);
  await writeFile(join(folder, 'assets', 'main-1a2b.js'), SCRIPT);
  await writeFile(join(folder, 'assets', 'main-1a2b.js.br'), brotliCompressSync(SCRIPT));
  return (await serve({}, { console: consolePages(folder) })).origin;
}

const nonceOf = (text: string) => /nonce="([^"]+)"/.exec(text)?.[1];

describe('the console', () => {
  it('is a page at every address below /console, never stored, with a nonce of its own each time', async () => {
    const origin = await served();
    const nonces = new Set<string | undefined>();
    for (const path of ['/console', '/console/subscribers/7?tab=usage', '/console/sign-in']) {
      const response = await fetch(origin + path);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const nonce = nonceOf(await response.text());
      expect(response.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it('allows nothing from elsewhere, and nobody to embed it', async () => {
    const policy = (await fetch(`${await served()}/console`)).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('sends files that browsers keep, compressed for those that can read it', async () => {
    const url = `${await served()}/console/assets/main-1a2b.js`;
    const small = await fetch(url, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(small.headers.get('content-encoding')).toBe('br');
    expect(small.headers.get('cache-control')).toContain('immutable');
    expect(await small.text()).toBe(SCRIPT);
    const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(SCRIPT);
  });

  it('sends its worker, which may fetch from the node alone and has every address of the console', async () => {
    const { status, headers } = await fetch(`${await served()}/console/worker.js`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/javascript/);
    // Its name is the same in every version.
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
    expect(headers.get('service-worker-allowed')).toBe('/console');
  });

  it('has no page in the place of a file that is gone', async () => {
    expect((await fetch(`${await served()}/console/assets/gone.js`)).status).toBe(404);
  });

  it('says what to do where it was never built', async () => {
    const { origin } = await serve({}, { console: consolePages('/nowhere') });
    expect(await (await fetch(`${origin}/console`)).text()).toContain('npm run build');
  });
});
