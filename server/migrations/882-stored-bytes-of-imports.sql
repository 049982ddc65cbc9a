-- The bytes of files that an import has stored. An export can list one file for many messages, each of which has its own.
ALTER TABLE imports ADD COLUMN stored_bytes bigint NOT NULL DEFAULT 0;
