-- The address that a telephone flow, such as Exotel's Passthru, asks at: it has a token instead of an API key.
ALTER TABLE "auth"."login_user" ADD COLUMN "branch_digest" BYTEA,
ADD COLUMN "branch_made_at" TIMESTAMPTZ(3);
CREATE UNIQUE INDEX "login_user_branch_digest_key" ON "auth"."login_user"("branch_digest");
