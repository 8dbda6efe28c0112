import './app/mantine-styles.ts';
import '@mantine/dates/styles.css';
import '@mantine/notifications/styles.css';
import './app/base.css';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followLine } from './api/line.ts';
import { createQueryClient, me } from './api/queries.ts';
import { keepShell } from './app/keep-shell.ts';
import { createAppRouter } from './app/router.tsx';
import { cssVariables, theme } from './app/theme.ts';
import { setSpoken } from './ui/region.ts';
import { loadLanguage } from './words/language.ts';

/** The policy of the page allows only style elements with its nonce. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
setNonce(nonce);

const queries = createQueryClient(() => queries.setQueryData(me.queryKey, null));
const router = createAppRouter(queries);
// Signed out elsewhere, or ended by the node: every screen is left at once.
queries.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[0] === 'login.me' && query.state.data === null) void router.invalidate();
});

keepShell(queries);
followLine();
setSpoken(await loadLanguage());
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      {/* Its direction is that of the page, which follows from the language. */}
      <DirectionProvider>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
          getStyleNonce={() => nonce}
        >
          <Notifications position="bottom-right" />
          <QueryClientProvider client={queries}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>,
  );
}
