import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './compressed.ts';
import { derivedForms } from './derived-forms.ts';
import { workerFile } from './worker-file.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const node = { target: process.env.NODE_URL ?? 'http://127.0.0.1:8080', changeOrigin: false };

export default defineConfig({
  base: '/console/',
  plugins: [react(), derivedForms(), workerFile(), compressed()],
  // The client's source, so that this build needs no other. Types come from the client's declarations.
  resolve: { alias: { '@lastmile/client': here('../typescript/src/index.ts') } },
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: here('../../dist/console/browser'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // What each screen loads, for the test that limits it.
    manifest: true,
    chunkSizeWarningLimit: 1200,
    // A data URL would not pass the policy for fonts and scripts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // That compression takes most of the time is no warning.
      checks: { bundlerTimings: false },
      output: {
        // Few files: on a line with 300 ms each round of six requests costs as much as 60 kB. Without groups every module that
        // two screens share has a file of its own, 49 before the first list.
        codeSplitting: {
          groups: [
            // All that the page itself imports, but its entry, which keeps its name in the manifest.
            { name: 'shell', tags: ['$initial'], test: /(?<!index\.html|main\.tsx)$/ },
            { name: 'lists', minShareCount: 10 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/trpc': node, '/api': node, '/console/file': node, '/console/live': node } },
});
