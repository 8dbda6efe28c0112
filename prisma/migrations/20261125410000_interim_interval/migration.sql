-- How often the NASes of an ISP report their sessions, and a NAS that differs from them, in seconds.
ALTER TABLE "crm"."isp_setting" ADD COLUMN "interim_interval" INTEGER NOT NULL DEFAULT 300,
  ADD CONSTRAINT isp_setting_interim_interval_check CHECK (interim_interval BETWEEN 60 AND 3600);
ALTER TABLE "radius"."nas" ADD COLUMN "interim_interval" INTEGER,
  ADD CONSTRAINT nas_interim_interval_check CHECK (interim_interval BETWEEN 60 AND 3600);

-- Seconds between two reports of the sessions of a NAS.
CREATE FUNCTION radius.interim_interval(nas_id integer) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select coalesce(n.interim_interval, s.interim_interval)
  from radius.nas n join crm.isp_setting s on s.isp_id = n.isp_id where n.id = nas_id
$$;
