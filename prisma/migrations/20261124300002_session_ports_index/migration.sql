-- outside a transaction
-- Not by time: an interim update then changes no index.
drop index concurrently if exists radius.session_ports_idx;
create index concurrently session_ports_idx on radius.session using gist (radius.port_ranges(port_blocks))
  where port_blocks is not null;
