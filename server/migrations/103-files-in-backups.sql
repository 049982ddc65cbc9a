-- A backup compares each row with its file. Null: stored before hashes were kept.
ALTER TABLE files ADD COLUMN sha256 text CHECK (sha256 ~ '^[0-9a-f]{64}$');

-- The folder of uploaded files holds the same mark, so that a server never works on another folder.
CREATE TABLE files_folder (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  mark uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Null until a server has written the mark into a folder.
  marked_at timestamptz
);
INSERT INTO files_folder DEFAULT VALUES;
