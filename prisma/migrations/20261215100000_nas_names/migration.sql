-- How a NAS is named in Disconnect- and CoA-Requests: as it names itself, by its address here, or not at all.
ALTER TABLE "radius"."nas" ADD COLUMN "coa_naming" TEXT NOT NULL DEFAULT 'auto',
  ADD CONSTRAINT nas_coa_naming_check CHECK (coa_naming IN ('auto', 'registered', 'none'));

-- What a NAS calls itself in its packets, and what it took instead after it had refused to be named so.
ALTER TABLE "radius"."nas_heard"
  ADD COLUMN "says_ip" INET,
  ADD COLUMN "says_ip6" INET,
  ADD COLUMN "says_identifier" TEXT,
  ADD COLUMN "coa_name" TEXT,
  ADD CONSTRAINT nas_heard_coa_name_check CHECK (coa_name IN ('identifier', 'none'));
SELECT crm.watch_for_directory('radius.nas_heard', 'nas', 'nas_id', 'nas_id', 'says_ip', 'says_ip6', 'says_identifier',
  'coa_name');

-- Why the NAS refused the last Disconnect- or CoA-Request of a session that it refused: {"at" in milliseconds, "reason", "advice"}.
ALTER TABLE "radius"."session" ADD COLUMN "refusal" JSONB;
