import type { RejectKind } from '../series/vocabulary.ts';

/** What a kind of refusal means, and what to do about it. */
export const REJECT_WORDS: Readonly<Record<RejectKind, { readonly reason: string; readonly next_step: string }>> = {
  wrong_password: {
    reason: 'The password of the log-in is not that of the service.',
    next_step:
      'Enter the password of the service on the router. If most log-ins of one NAS are refused, compare its RADIUS secret.',
  },
  unknown_user: {
    reason: 'No service has this username.',
    next_step: 'Correct the username on the router. If the service was closed, collect the router or switch it off.',
  },
  not_entitled: {
    reason: 'The service is not paid, suspended, expired, used up, or has not begun.',
    next_step: 'Open the subscriber, whose page says which, and what puts them online again.',
  },
  other_mac: {
    reason: 'The service is bound to the MAC address of another device.',
    next_step: 'If the subscriber has a new router, unbind the MAC address of the service.',
  },
  in_use: {
    reason: 'The service is online as often as it may be.',
    next_step: 'Disconnect a session that is not real any more, or allow more sessions at once.',
  },
  no_address: {
    reason: 'The IP pool has no free address.',
    next_step: 'Enlarge the pool, or shorten how long leases of ended sessions are kept.',
  },
  not_served: {
    reason: 'The NAS does not serve the reseller of the service.',
    next_step: 'Share the NAS with the reseller, or connect the subscriber to a NAS that serves it.',
  },
  bad_ticket: {
    reason:
      'A guest of a hotspot has logged in with a ticket that is wrong, used, expired, or for another device or NAS.',
    next_step: 'The guest opens the page of the hotspot again. If it goes on, compare the hotspot settings of the NAS.',
  },
  other: {
    reason: 'The log-ins have reasons of other kinds.',
    next_step: 'Open the list of these log-ins: each says its reason.',
  },
};
