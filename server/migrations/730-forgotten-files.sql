-- Files that no row names any more, until they are deleted from storage: that waits for no other machine inside the
-- transaction that forgets them, and is repeated until it has happened.
CREATE TABLE forgotten_files (
  bucket text NOT NULL,
  key text NOT NULL,
  forgotten_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (bucket, key)
);

-- The storage that the mark goes to while a move changes it: only then may the old one be without.
ALTER TABLE files_folder ADD COLUMN moving_to text;
