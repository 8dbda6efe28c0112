-- An advance that is moved from one service of a customer to another.

ALTER TABLE crm.adjustment DROP CONSTRAINT adjustment_kind_check,
  ADD CONSTRAINT adjustment_kind_check
    CHECK (kind IN ('Debit', 'Credit', 'WriteOff', 'Refund', 'DepositRefund', 'TransferOut', 'TransferIn')) NOT VALID;
ALTER TABLE crm.adjustment VALIDATE CONSTRAINT adjustment_kind_check;
