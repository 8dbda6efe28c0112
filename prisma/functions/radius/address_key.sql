-- By what a past address is found: an IPv4 address by itself, an IPv6 prefix by the longest of these that contains it.
create or replace function radius.address_key(address inet) returns inet language sql immutable strict parallel safe as $$
  select case when family(address) = 4 or masklen(address) = 128 then address else network(set_masklen(address,
    case when masklen(address) >= 64 then 64 when masklen(address) >= 56 then 56 when masklen(address) >= 48 then 48 else 0 end)) end
$$;
