-- Words that someone deleted from a draft without having seen them, kept for their author. They outlive the draft.
CREATE TABLE unplaced_texts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- No foreign key: each kind of subject has a table of its own. Rows of deleted things expire with the others.
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX unplaced_texts_of_user ON unplaced_texts (user_id, subject_id, subject_kind, created_at);
CREATE INDEX unplaced_texts_created ON unplaced_texts (created_at);
