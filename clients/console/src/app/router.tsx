import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { me } from '../api/queries.ts';
import { Broken, Missing, Pending } from './broken.tsx';
import { firstPlace } from './navigation.ts';
import { Shell } from './shell.tsx';

interface Context {
  readonly queries: QueryClient;
}

const root = createRootRouteWithContext<Context>()({ component: Outlet });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('../screens/sign-in/sign-in.tsx'), 'SignIn'),
});

/** Everything that needs somebody signed in. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    const who = await context.queries.ensureQueryData(me);
    if (!who) throw redirect({ to: '/sign-in', search: { to: location.href } as never });
    return { who };
  },
});

const first = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: ({ context }) => {
    throw redirect({ to: firstPlace(context.who), replace: true });
  },
});

/** The screens. Each is loaded when it is first opened. */
const SCREENS = [
  ['/dashboard', lazyRouteComponent(() => import('../screens/dashboard/dashboard.tsx'), 'Dashboard')],
  ['/subscribers', lazyRouteComponent(() => import('../screens/subscribers/subscribers.tsx'), 'Subscribers')],
  ['/subscribers/new', lazyRouteComponent(() => import('../screens/new-subscriber/page.tsx'), 'NewSubscriber')],
  ['/subscribers/$serviceid', lazyRouteComponent(() => import('../screens/subscriber/subscriber.tsx'), 'Subscriber')],
  ['/payments', lazyRouteComponent(() => import('../screens/payments/payments.tsx'), 'Payments')],
  ['/payments/orders', lazyRouteComponent(() => import('../screens/orders/orders.tsx'), 'Orders')],
  ['/invoices', lazyRouteComponent(() => import('../screens/invoices/invoices.tsx'), 'Invoices')],
  ['/reports', lazyRouteComponent(() => import('../screens/reports/reports.tsx'), 'Reports')],
  ['/reports/gst', lazyRouteComponent(() => import('../screens/gst-return/gst-return.tsx'), 'GstReturn')],
  ['/nas', lazyRouteComponent(() => import('../screens/nas/nas.tsx'), 'NasScreen')],
  ['/nas/proxies', lazyRouteComponent(() => import('../screens/proxies/proxies.tsx'), 'Proxies')],
  ['/nas/nat', lazyRouteComponent(() => import('../screens/nat-rules/nat-rules.tsx'), 'NatRules')],
  ['/pools', lazyRouteComponent(() => import('../screens/pools/pools.tsx'), 'Pools')],
  ['/pools/ipv6', lazyRouteComponent(() => import('../screens/ip6-pools/ip6-pools.tsx'), 'Ip6Pools')],
  ['/pools/nas', lazyRouteComponent(() => import('../screens/nas-pools/nas-pools.tsx'), 'NasPools')],
  ['/sessions', lazyRouteComponent(() => import('../screens/sessions/sessions.tsx'), 'Sessions')],
  ['/sessions/rejects', lazyRouteComponent(() => import('../screens/rejects/rejects.tsx'), 'Rejects')],
  ['/sessions/trace', lazyRouteComponent(() => import('../screens/trace/trace.tsx'), 'Trace')],
  ['/leads', lazyRouteComponent(() => import('../screens/leads/leads.tsx'), 'Leads')],
  ['/plans', lazyRouteComponent(() => import('../screens/plans/plans.tsx'), 'Plans')],
  ['/plans/topups', lazyRouteComponent(() => import('../screens/topup-plans/topup-plans.tsx'), 'TopupPlans')],
  ['/wallets', lazyRouteComponent(() => import('../screens/wallets/wallets.tsx'), 'Wallets')],
  ['/locations', lazyRouteComponent(() => import('../screens/locations/locations.tsx'), 'Locations')],
  ['/users', lazyRouteComponent(() => import('../screens/users/users.tsx'), 'Users')],
  ['/audit', lazyRouteComponent(() => import('../screens/audit/audit.tsx'), 'Audit')],
  ['/notices', lazyRouteComponent(() => import('../screens/notices/notices.tsx'), 'Notices')],
  ['/notices/messages', lazyRouteComponent(() => import('../screens/messages/messages.tsx'), 'Messages')],
  ['/notices/channels', lazyRouteComponent(() => import('../screens/channels/channels.tsx'), 'Channels')],
  ['/settings', lazyRouteComponent(() => import('../screens/settings/settings.tsx'), 'Settings')],
  ['/settings/taxes', lazyRouteComponent(() => import('../screens/taxes/taxes.tsx'), 'Taxes')],
  ['/settings/gateways', lazyRouteComponent(() => import('../screens/gateways/gateways.tsx'), 'Gateways')],
  ['/settings/webhooks', lazyRouteComponent(() => import('../screens/webhooks/webhooks.tsx'), 'Webhooks')],
  ['/isps', lazyRouteComponent(() => import('../screens/isps/isps.tsx'), 'Isps')],
  ['/server', lazyRouteComponent(() => import('../screens/server/server.tsx'), 'Server')],
  ['/account', lazyRouteComponent(() => import('../screens/account/account.tsx'), 'Account')],
] as const;

const screens = SCREENS.map(([path, component]) => createRoute({ getParentRoute: () => shell, path, component }));

export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([signIn, shell.addChildren([first, ...screens])]),
    basepath: '/console',
    context: { queries },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: Pending,
    defaultPendingMs: 150,
    defaultErrorComponent: Broken,
    defaultNotFoundComponent: Missing,
    scrollRestoration: true,
    // Addresses hold plain texts: `?status=Active&sort=username`.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
      const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
      return text === '' ? '' : `?${text}`;
    },
  });
}
