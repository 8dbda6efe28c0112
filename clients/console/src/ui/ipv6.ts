/** The columns of a report of sessions; one by day has none of them. */
interface OfSession {
  readonly ip6_prefix?: string | null | undefined;
  readonly pd_prefix?: string | null | undefined;
  readonly ip6?: string | null | undefined;
}

/** What a session has of IPv6: the prefix of its link, the delegated one, and an address if it is not the whole of the first. */
export function ipv6Of({ ip6_prefix, pd_prefix, ip6 }: OfSession): string {
  const address = ip6_prefix === `${ip6}/128` ? null : ip6;
  return [ip6_prefix, pd_prefix, address].filter(Boolean).join(', ');
}
