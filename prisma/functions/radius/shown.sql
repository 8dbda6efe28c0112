-- What a NAS sends as text is octets. Those that are of no character are kept as U+F700 + octet (src/core/octet-text.ts),
-- and shown as \xff; so are controls, which steer a terminal or forge a line of a log.
create or replace function radius.shown(kept text) returns text language sql immutable strict parallel safe as $$
  select case when kept !~ '[\u0001-\u001f\u007f-\u009f\uf700-\uf7ff]' then kept else (
    select string_agg(case
        when code between 63232 and 63487 then '\x' || lpad(to_hex(code - 63232), 2, '0')
        when code between 128 and 159 then '\xc2\x' || to_hex(code)
        when code < 32 or code = 127 then '\x' || lpad(to_hex(code), 2, '0')
        else letter
      end, '' order by place)
    from string_to_table(kept, null) with ordinality as letters (letter, place), ascii(letter) as code
  ) end
$$;
