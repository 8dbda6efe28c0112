interface OfSession {
  readonly ip6_prefix: string | null;
  readonly pd_prefix: string | null;
  readonly ip6: string | null;
}

/** What a session has of IPv6: the prefix of its link, the delegated one, and an address if it is not the whole of the first. */
export function ipv6Of({ ip6_prefix, pd_prefix, ip6 }: OfSession): string {
  const address = ip6_prefix === `${ip6}/128` ? null : ip6;
  return [ip6_prefix, pd_prefix, address].filter(Boolean).join(', ');
}
