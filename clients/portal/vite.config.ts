import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compressed } from '../console/compressed.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const node = { target: process.env.NODE_URL ?? 'http://127.0.0.1:8080', changeOrigin: false };

export default defineConfig({
  base: '/my/',
  plugins: [compressed()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: here('../../dist/portal/browser'),
    emptyOutDir: true,
    // That compression takes most of the time is no warning.
    rolldownOptions: { checks: { bundlerTimings: false } },
    // Cheap telephones are seldom updated.
    target: 'es2020',
    modulePreload: { polyfill: false },
    // What the first page loads, for the test that limits it.
    manifest: true,
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/trpc': node } },
});
