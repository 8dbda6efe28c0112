-- The n-th of the prefixes of `bits` bits that a network is cut into, from 0 on.
create or replace function radius.prefix_at(network inet, bits integer, n bigint) returns inet
  language sql immutable strict parallel safe as $$
  select set_masklen(network | (regexp_replace(lpad(to_hex(n << (64 - bits)), 16, '0'),
    '(.{4})(.{4})(.{4})(.{4})', '\1:\2:\3:\4::'))::inet, bits)
$$;
