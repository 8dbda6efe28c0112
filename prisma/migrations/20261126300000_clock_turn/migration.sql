-- When nodes last worked on the night of each ISP, so that they share the ISPs and take them in turn
-- (src/areas/billing/nightly/isp-turns.ts). The services themselves say what is left to do: if a row is missing, the ISP is
-- looked at once too often. Hence unlogged, and without a foreign key, which would wait for changes of the ISP.
CREATE UNLOGGED TABLE "crm"."clock_turn" (
    "isp_id" INTEGER NOT NULL,
    "turned_at" TIMESTAMPTZ(6) NOT NULL,
    "ended_at" TIMESTAMPTZ(6),

    CONSTRAINT "clock_turn_pkey" PRIMARY KEY ("isp_id")
) WITH (fillfactor = 50);
