-- The address of a RADIUS proxy may be an IPv6 one, as that of a NAS.
ALTER TABLE "radius"."proxy" DROP CONSTRAINT proxy_ip_check,
  ADD CONSTRAINT proxy_ip_check CHECK (masklen(ip) = CASE family(ip) WHEN 4 THEN 32 ELSE 128 END);
