-- The keys of all that may contain an address.
create or replace function radius.address_keys(address inet) returns inet[] language sql immutable strict parallel safe as $$
  select case when family(address) = 4 then array[address] else array[address, network(set_masklen(address, 64)),
    network(set_masklen(address, 56)), network(set_masklen(address, 48)), network(set_masklen(address, 0))]::inet[] end
$$;
