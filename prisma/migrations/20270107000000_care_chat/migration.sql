-- Chats at WhatsApp whose id hides the number, linked to a customer by a code.
CREATE TABLE "crm"."care_chat" (
    "id" SERIAL NOT NULL,
    "isp_id" INTEGER NOT NULL,
    "customer_id" INTEGER NOT NULL,
    "wa_id" TEXT NOT NULL,
    "linked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "care_chat_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "care_chat_isp_id_wa_id_key" ON "crm"."care_chat"("isp_id", "wa_id");
CREATE INDEX "care_chat_isp_id_customer_id_idx" ON "crm"."care_chat"("isp_id", "customer_id");
ALTER TABLE "crm"."care_chat" ADD CONSTRAINT "care_chat_isp_id_fkey" FOREIGN KEY ("isp_id") REFERENCES "crm"."isp"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "crm"."care_chat" ADD CONSTRAINT "care_chat_isp_id_customer_id_fkey" FOREIGN KEY ("isp_id", "customer_id") REFERENCES "crm"."customer"("isp_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Calls are forgotten after a day: this table is small.
ALTER TABLE "crm"."care_caller" ADD COLUMN "wa_id" TEXT,
ADD COLUMN "code_customer_id" INTEGER;
CREATE INDEX "care_caller_isp_id_code_customer_id_idx" ON "crm"."care_caller"("isp_id", "code_customer_id");
ALTER TABLE "crm"."care_caller" ADD CONSTRAINT "care_caller_isp_id_code_customer_id_fkey" FOREIGN KEY ("isp_id", "code_customer_id") REFERENCES "crm"."customer"("isp_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
