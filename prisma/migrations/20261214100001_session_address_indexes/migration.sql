-- outside a transaction
-- A past address is written at once: a list of those to be sorted in would be searched by each trace.
drop index concurrently if exists radius.session_past_addresses_idx;
create index concurrently session_past_addresses_idx on radius.session using gin (radius.past_addresses(addresses))
  with (fastupdate = off) where radius.past_addresses(addresses) is not null;
drop index concurrently if exists radius.session_ip6_address_idx;
create index concurrently session_ip6_address_idx on radius.session (ip6_address)
  where ip6_address is not null and (ip6_address <<= ip6_prefix) is not true;
