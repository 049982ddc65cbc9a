-- A change that is sent again is told from another one under the same id by the hash of what was sent.
ALTER TABLE object_changes ADD sent_hash bytea;
