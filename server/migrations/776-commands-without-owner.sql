-- A command whose owner's account is deleted is stopped until someone else answers for it, as a bot is.

ALTER TABLE commands
  ALTER COLUMN owner_id DROP NOT NULL,
  DROP CONSTRAINT commands_owner_id_fkey,
  ADD CONSTRAINT commands_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE SET NULL;
