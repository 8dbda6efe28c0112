-- The upper 64 bits of an IPv6 address. No prefix given to a subscriber is longer than these.
create or replace function radius.high_bits(address inet) returns bigint language sql immutable strict parallel safe as $$
  select ('x' || encode(substring(inet_send(address) from 5 for 8), 'hex'))::bit(64)::bigint
$$;
