-- What things of several kinds have in common that people vote on, follow, merge and moderate. Each kind's table has the
-- triggers open_vote_subject('<kind>') and close_vote_subject('<kind>').
CREATE TABLE vote_subjects (
  kind text NOT NULL,
  -- No foreign key: each kind of subject has a table of its own.
  id uuid NOT NULL,
  -- The thing at the end of all merges: its own id where it was not merged. Votes and followers count there.
  root_id uuid NOT NULL,
  -- The thing it was merged into, which may have been merged since.
  merged_into uuid,
  -- Different people with a vote in everything that was merged into it. Zero for what was merged itself.
  vote_count integer NOT NULL DEFAULT 0,
  follower_count integer NOT NULL DEFAULT 0,
  -- The highest number of votes that its author was notified of.
  milestone integer NOT NULL DEFAULT 0,
  -- One more with each change to the votes.
  version integer NOT NULL DEFAULT 1,
  locked_at timestamptz(3),
  hidden_at timestamptz(3),
  hidden_reason text,
  PRIMARY KEY (id, kind),
  CHECK ((merged_into IS NULL) = (root_id = id)),
  CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL))
);
CREATE INDEX vote_subjects_most_votes ON vote_subjects (kind, vote_count DESC, id DESC);
CREATE INDEX vote_subjects_root ON vote_subjects (root_id, kind) WHERE merged_into IS NOT NULL;
CREATE INDEX vote_subjects_merged ON vote_subjects (merged_into, kind) WHERE merged_into IS NOT NULL;

CREATE TABLE votes (
  subject_kind text NOT NULL,
  -- The thing the vote was cast on, also after a merge: taking the merge back restores it.
  subject_id uuid NOT NULL,
  -- By the profile: a vote outlasts the account.
  person_id uuid NOT NULL REFERENCES profiles (id),
  root_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (subject_id, person_id, subject_kind)
);
CREATE INDEX votes_root ON votes (root_id, subject_kind, person_id);
CREATE INDEX votes_person ON votes (person_id);

CREATE TABLE followers (
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  person_id uuid NOT NULL REFERENCES profiles (id),
  root_id uuid NOT NULL,
  -- False: the person stopped following, and nothing that follows by itself starts it again.
  is_following boolean NOT NULL,
  reason text NOT NULL CHECK (reason IN ('chosen', 'wrote', 'answered', 'commented', 'asked')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (subject_id, person_id, subject_kind)
);
CREATE INDEX followers_root ON followers (root_id, subject_kind, person_id) WHERE is_following;
CREATE INDEX followers_person ON followers (person_id, subject_kind) WHERE is_following;

-- Who wrote what stands there without an author. Only the author's own rights and notifications are decided by it: no
-- response, event, search, export, audit entry or log reads it.
CREATE TABLE anonymous_authors (
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  author_id uuid NOT NULL REFERENCES profiles (id),
  PRIMARY KEY (subject_id, subject_kind)
);
CREATE INDEX anonymous_authors_author ON anonymous_authors (author_id, subject_kind);

CREATE FUNCTION open_vote_subject() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO vote_subjects (kind, id, root_id) SELECT TG_ARGV[0], id, id FROM added;
  RETURN NULL;
END $$;
CREATE FUNCTION close_vote_subject() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM votes v USING gone WHERE v.subject_kind = TG_ARGV[0] AND v.subject_id = gone.id;
  DELETE FROM followers f USING gone WHERE f.subject_kind = TG_ARGV[0] AND f.subject_id = gone.id;
  DELETE FROM anonymous_authors a USING gone WHERE a.subject_kind = TG_ARGV[0] AND a.subject_id = gone.id;
  DELETE FROM vote_subjects s USING gone WHERE s.kind = TG_ARGV[0] AND s.id = gone.id;
  RETURN NULL;
END $$;

INSERT INTO permissions (name, resource, action) VALUES ('community:moderate', 'community', 'moderate');
