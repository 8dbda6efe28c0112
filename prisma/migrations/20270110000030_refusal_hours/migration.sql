-- Refused log-ins by the hour: a device that is refused tries again for ever, and session/refusals counts those of three days.

CREATE TABLE "radius"."refusal_hour" (
    "isp_id" INTEGER NOT NULL,
    "hour" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "nas_id" INTEGER NOT NULL,
    "reseller_id" INTEGER NOT NULL,
    "service_id" INTEGER NOT NULL,
    "mac" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,

    CONSTRAINT "refusal_hour_pkey" PRIMARY KEY ("isp_id","hour","kind","nas_id","reseller_id","service_id","mac")
);
