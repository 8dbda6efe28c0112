-- outside a transaction
-- The same for the prefixes of each kind.
drop index concurrently if exists radius.ip6_lease_slot_key;
create unique index concurrently ip6_lease_slot_key on radius.ip6_lease (leased_to, kind, lease_slot)
  where leased_to is not null;
drop index concurrently if exists radius.ip6_lease_leased_to_key;
