-- Whether log-ins tell the NAS what volume is left, so that it ends the session there.
ALTER TABLE "radius"."nas" ADD COLUMN "volume_limit" BOOLEAN NOT NULL DEFAULT false,
  ADD CONSTRAINT nas_volume_limit_check CHECK (NOT volume_limit OR vendor = 'Mikrotik');
