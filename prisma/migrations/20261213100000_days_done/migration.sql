-- The last day whose time rules were applied to all services of an ISP, so that a late run goes through the days that were
-- missed one after the other (src/areas/billing/nightly/night.ts). Without a row only the present day is applied.
CREATE TABLE "crm"."isp_clock" (
    "isp_id" INTEGER NOT NULL,
    "done_upto" DATE NOT NULL,

    CONSTRAINT "isp_clock_pkey" PRIMARY KEY ("isp_id"),
    CONSTRAINT "isp_clock_isp_id_fkey" FOREIGN KEY ("isp_id") REFERENCES "crm"."isp" ("id")
);

-- Services that are not where their ISP is: further, since a call advanced them before the run came; or behind, since the run
-- failed for them. Empty most of the time.
CREATE TABLE "crm"."service_clock" (
    "service_id" INTEGER NOT NULL,
    "isp_id" INTEGER NOT NULL,
    "done_upto" DATE NOT NULL,

    CONSTRAINT "service_clock_pkey" PRIMARY KEY ("service_id"),
    CONSTRAINT "service_clock_isp_id_service_id_fkey" FOREIGN KEY ("isp_id", "service_id")
      REFERENCES "crm"."service" ("isp_id", "id")
);
CREATE UNIQUE INDEX "service_clock_isp_idx" ON "crm"."service_clock" ("isp_id", "service_id");

INSERT INTO "crm"."isp_clock" (isp_id, done_upto)
SELECT t.isp_id, (t.ended_at AT TIME ZONE s.timezone)::date
FROM crm.clock_turn t JOIN crm.isp_setting s ON s.isp_id = t.isp_id WHERE t.ended_at IS NOT NULL;
