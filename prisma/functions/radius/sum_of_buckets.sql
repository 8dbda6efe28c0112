-- The sums of two rows of octets by bucket: two nodes may have seen the traffic of one hour.
create or replace function radius.sum_of_buckets(one real[], other real[]) returns real[] language sql immutable as $$
  select array_agg(a + b order by n)::real[] from unnest(one, other) with ordinality as buckets (a, b, n)
$$;
