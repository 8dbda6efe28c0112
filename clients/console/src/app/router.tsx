import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { Broken, Missing, Pending } from './broken.tsx';
import { firstPlace } from './first-place.ts';
import { lazyScreen } from './lazy-screen.ts';
import { Shell } from './shell.tsx';
import { whoIsSignedIn } from './who.ts';

interface Context {
  readonly queries: QueryClient;
}

const root = createRootRouteWithContext<Context>()({ component: Outlet });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyScreen(() => import('../screens/sign-in/sign-in.tsx'), 'SignIn'),
});

/** Everything that needs somebody signed in. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    const who = await whoIsSignedIn(context.queries, location.pathname);
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
  ['/dashboard', lazyScreen(() => import('../screens/dashboard/dashboard.tsx'), 'Dashboard')],
  ['/subscribers', lazyScreen(() => import('../screens/subscribers/subscribers.tsx'), 'Subscribers')],
  ['/subscribers/new', lazyScreen(() => import('../screens/new-subscriber/page.tsx'), 'NewSubscriber')],
  ['/subscribers/$serviceid', lazyScreen(() => import('../screens/subscriber/subscriber.tsx'), 'Subscriber')],
  ['/call', lazyScreen(() => import('../screens/call/call.tsx'), 'Call')],
  ['/payments', lazyScreen(() => import('../screens/payments/payments.tsx'), 'Payments')],
  ['/payments/orders', lazyScreen(() => import('../screens/orders/orders.tsx'), 'Orders')],
  ['/invoices', lazyScreen(() => import('../screens/invoices/invoices.tsx'), 'Invoices')],
  ['/tickets', lazyScreen(() => import('../screens/tickets/tickets.tsx'), 'Tickets')],
  ['/incidents', lazyScreen(() => import('../screens/incidents/incidents.tsx'), 'Incidents')],
  ['/tickets/tasks', lazyScreen(() => import('../screens/care-tasks/care-tasks.tsx'), 'CareTasks')],
  ['/visits', lazyScreen(() => import('../screens/visits/visits.tsx'), 'Visits')],
  ['/field', lazyScreen(() => import('../screens/field/field.tsx'), 'Field')],
  ['/reports', lazyScreen(() => import('../screens/reports/reports.tsx'), 'Reports')],
  ['/reports/gst', lazyScreen(() => import('../screens/gst-return/gst-return.tsx'), 'GstReturn')],
  ['/hotspot', lazyScreen(() => import('../screens/hotspot/batches.tsx'), 'Batches')],
  ['/hotspot/codes', lazyScreen(() => import('../screens/hotspot/codes.tsx'), 'Codes')],
  ['/network', lazyScreen(() => import('../screens/network/network.tsx'), 'NetworkScreen')],
  ['/alerts', lazyScreen(() => import('../screens/alerts/alerts.tsx'), 'Alerts')],
  ['/nas', lazyScreen(() => import('../screens/nas/nas.tsx'), 'NasScreen')],
  ['/nas/proxies', lazyScreen(() => import('../screens/proxies/proxies.tsx'), 'Proxies')],
  ['/nas/nat', lazyScreen(() => import('../screens/nat-rules/nat-rules.tsx'), 'NatRules')],
  ['/pools', lazyScreen(() => import('../screens/pools/pools.tsx'), 'Pools')],
  ['/pools/ipv6', lazyScreen(() => import('../screens/ip6-pools/ip6-pools.tsx'), 'Ip6Pools')],
  ['/pools/nas', lazyScreen(() => import('../screens/nas-pools/nas-pools.tsx'), 'NasPools')],
  ['/sessions', lazyScreen(() => import('../screens/sessions/sessions.tsx'), 'Sessions')],
  ['/sessions/rejects', lazyScreen(() => import('../screens/rejects/rejects.tsx'), 'Rejects')],
  ['/sessions/trace', lazyScreen(() => import('../screens/trace/trace.tsx'), 'Trace')],
  ['/leads', lazyScreen(() => import('../screens/leads/leads.tsx'), 'Leads')],
  ['/plans', lazyScreen(() => import('../screens/plans/plans.tsx'), 'Plans')],
  ['/plans/topups', lazyScreen(() => import('../screens/topup-plans/topup-plans.tsx'), 'TopupPlans')],
  ['/wallets', lazyScreen(() => import('../screens/wallets/wallets.tsx'), 'Wallets')],
  ['/locations', lazyScreen(() => import('../screens/locations/locations.tsx'), 'Locations')],
  ['/ticket-settings', lazyScreen(() => import('../screens/ticket-settings/queues.tsx'), 'Queues')],
  ['/ticket-settings/categories', lazyScreen(() => import('../screens/ticket-settings/categories.tsx'), 'Categories')],
  ['/ticket-settings/limits', lazyScreen(() => import('../screens/ticket-settings/time-limits.tsx'), 'TimeLimits')],
  ['/ticket-settings/hours', lazyScreen(() => import('../screens/ticket-settings/working-hours.tsx'), 'WorkingHours')],
  ['/ticket-settings/visits', lazyScreen(() => import('../screens/ticket-settings/visit-hours.tsx'), 'VisitHours')],
  ['/users', lazyScreen(() => import('../screens/users/users.tsx'), 'Users')],
  ['/audit', lazyScreen(() => import('../screens/audit/audit.tsx'), 'Audit')],
  ['/notices', lazyScreen(() => import('../screens/notices/notices.tsx'), 'Notices')],
  ['/notices/messages', lazyScreen(() => import('../screens/messages/messages.tsx'), 'Messages')],
  ['/notices/many', lazyScreen(() => import('../screens/broadcasts/broadcasts.tsx'), 'Broadcasts')],
  ['/notices/channels', lazyScreen(() => import('../screens/channels/channels.tsx'), 'Channels')],
  ['/settings', lazyScreen(() => import('../screens/settings/settings.tsx'), 'Settings')],
  ['/settings/taxes', lazyScreen(() => import('../screens/taxes/taxes.tsx'), 'Taxes')],
  ['/settings/gateways', lazyScreen(() => import('../screens/gateways/gateways.tsx'), 'Gateways')],
  ['/settings/webhooks', lazyScreen(() => import('../screens/webhooks/webhooks.tsx'), 'Webhooks')],
  ['/isps', lazyScreen(() => import('../screens/isps/isps.tsx'), 'Isps')],
  ['/server', lazyScreen(() => import('../screens/server/server.tsx'), 'Server')],
  ['/account', lazyScreen(() => import('../screens/account/account.tsx'), 'Account')],
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
