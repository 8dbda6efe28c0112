-- outside a transaction
-- A service with several sessions has a dynamic lease of each, and no two in one slot.
drop index concurrently if exists radius.ip_address_dynamic_slot_key;
create unique index concurrently ip_address_dynamic_slot_key on radius.ip_address (leased_to, lease_slot)
  where lease_kind = 'dynamic';
drop index concurrently if exists radius.ip_address_dynamic_lease_key;
