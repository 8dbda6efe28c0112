-- The inverse of radius.prefix_at.
create or replace function radius.prefix_index(network inet, bits integer, prefix inet) returns bigint
  language sql immutable strict parallel safe as $$
  select (radius.high_bits(prefix) >> (64 - bits)) & ((1::bigint << (bits - masklen(network))) - 1)
$$;
