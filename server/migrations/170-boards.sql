-- Boards of workshops. What is on a canvas is a shared document (kind "board"); everything that people may not see at
-- once, or not all of them, is kept here: private notes, votes, phases, the timer, the lock and summonses.

CREATE TABLE boards (
  -- Made by the browser, so that a board that is sent again is one board.
  id uuid PRIMARY KEY,
  title text NOT NULL,
  template text NOT NULL,
  owner_id uuid NOT NULL REFERENCES profiles (id),
  department_id uuid REFERENCES departments (id) ON DELETE SET NULL,
  -- Null: no workshop runs.
  phase text CHECK (phase IN ('collect', 'reveal', 'group', 'vote', 'decide')),
  is_locked boolean NOT NULL DEFAULT false,
  votes_per_person smallint NOT NULL DEFAULT 5,
  round integer NOT NULL DEFAULT 1,
  -- A timer that runs has an end, a paused one has a rest.
  timer_ends_at timestamptz(3),
  timer_left_ms integer,
  -- The newest summons: {id, byId, at, view}.
  summons jsonb,
  archived_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  sent_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX boards_owner ON boards (owner_id);
CREATE INDEX boards_department ON boards (department_id) WHERE department_id IS NOT NULL;

CREATE TABLE board_grants (
  board_id uuid NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('everyone', 'department', 'person')),
  -- No foreign key: it is a department or a person, and null for everyone.
  grantee_id uuid,
  role text NOT NULL CHECK (role IN ('reader', 'writer', 'facilitator')),
  granted_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT board_grants_once UNIQUE NULLS NOT DISTINCT (board_id, kind, grantee_id)
);
CREATE INDEX board_grants_grantee ON board_grants (grantee_id) WHERE grantee_id IS NOT NULL;

CREATE TABLE board_stars (
  board_id uuid NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  PRIMARY KEY (board_id, user_id)
);
CREATE INDEX board_stars_user ON board_stars (user_id);

-- The elements of canvases, as the shared documents say: written in the transaction that stores an update.
CREATE TABLE board_elements (
  id uuid PRIMARY KEY,
  board_id uuid NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
  kind text NOT NULL,
  -- Null: part of a template.
  author_id uuid REFERENCES profiles (id),
  text text NOT NULL,
  -- The whole element, as `canvasElementSchema` of the contract has it.
  content jsonb NOT NULL,
  comment_count integer NOT NULL DEFAULT 0,
  -- Deleted from the canvas. The row stays: a deletion that is undone gives comments and votes back.
  gone_at timestamptz(3)
) WITH (fillfactor = 80);
CREATE INDEX board_elements_of_board ON board_elements (board_id) WHERE gone_at IS NULL;
CREATE INDEX board_elements_gone ON board_elements (board_id) WHERE gone_at IS NOT NULL;
CREATE INDEX board_elements_author ON board_elements (author_id) WHERE author_id IS NOT NULL;

CREATE TABLE board_private_notes (
  id uuid PRIMARY KEY,
  board_id uuid NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
  author_id uuid NOT NULL REFERENCES profiles (id),
  -- Empty once it is revealed: the canvas has it then.
  text text NOT NULL,
  color text NOT NULL,
  x double precision NOT NULL,
  y double precision NOT NULL,
  frame_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  revealed_at timestamptz(3)
);
CREATE INDEX board_private_notes_hidden ON board_private_notes (board_id, author_id) WHERE revealed_at IS NULL;
CREATE INDEX board_private_notes_author ON board_private_notes (author_id);

CREATE TABLE board_votes (
  id uuid PRIMARY KEY,
  board_id uuid NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
  round integer NOT NULL,
  note_id uuid NOT NULL,
  person_id uuid NOT NULL REFERENCES profiles (id),
  cast_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX board_votes_round ON board_votes (board_id, round, person_id);
CREATE INDEX board_votes_person ON board_votes (person_id);

CREATE TABLE board_versions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  board_id uuid NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
  reason text NOT NULL,
  -- The phase that ended then.
  phase text,
  -- Of the shared document.
  sequence bigint NOT NULL,
  note_count integer NOT NULL,
  elements jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX board_versions_of_board ON board_versions (board_id, created_at DESC, id DESC);

-- The tasks and ideas that notes became.
CREATE TABLE board_links (
  board_id uuid NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
  note_id uuid NOT NULL REFERENCES board_elements (id) ON DELETE CASCADE,
  task_id uuid UNIQUE REFERENCES tasks (id) ON DELETE CASCADE,
  idea_id uuid UNIQUE REFERENCES ideas (id) ON DELETE CASCADE,
  made_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(task_id, idea_id) = 1)
);
CREATE INDEX board_links_of_board ON board_links (board_id);
CREATE INDEX board_links_of_note ON board_links (note_id);

CREATE TRIGGER boards_delete_documents AFTER DELETE ON boards
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_documents_of('board');
CREATE TRIGGER boards_discard_files AFTER DELETE ON boards
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION discard_files_of('board');
CREATE TRIGGER board_elements_delete_comments AFTER DELETE ON board_elements
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_comments_of('board_note');

-- Search: titles and what is on the canvas. Private notes are in a table of their own, which nothing here reads. Changes
-- of a canvas are indexed by the server, some seconds after they come to rest.
CREATE VIEW search_board AS
SELECT b.id, b.created_at AS at, NULL::text AS subject_kind, NULL::uuid AS subject_id, b.title,
  coalesce((SELECT string_agg(e.text, E'\n' ORDER BY e.id) FROM board_elements e
    WHERE e.board_id = b.id AND e.gone_at IS NULL AND e.text <> ''), '') AS body,
  ARRAY[b.owner_id] AS people, array_remove(ARRAY[b.department_id], NULL) AS departments, NULL::uuid AS channel_id,
  EXISTS (SELECT FROM files f WHERE f.subject_id = b.id AND f.subject_kind = 'board' AND f.discarded_at IS NULL) AS has_file,
  false AS has_link
FROM boards b;
SELECT search_source('board');
CREATE TRIGGER boards_search_new AFTER INSERT ON boards REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_follow_many('board');
CREATE TRIGGER boards_search_gone AFTER DELETE ON boards REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_follow_many('board');
CREATE TRIGGER boards_search_changed AFTER UPDATE OF title, owner_id, department_id ON boards
  FOR EACH ROW WHEN ((OLD.title, OLD.owner_id, OLD.department_id)
    IS DISTINCT FROM (NEW.title, NEW.owner_id, NEW.department_id))
  EXECUTE FUNCTION search_follow('board');

-- A comment on a note has no page of its own that a hit could open.
CREATE OR REPLACE VIEW search_comment AS
SELECT c.id, c.created_at AS at, c.subject_kind, c.subject_id, '' AS title, c.content AS body,
  ARRAY[c.author_id] AS people, '{}'::uuid[] AS departments, NULL::uuid AS channel_id,
  EXISTS (SELECT FROM files f WHERE f.subject_id = c.id AND f.subject_kind = 'comment' AND f.discarded_at IS NULL) AS has_file,
  c.content ~ 'https?://' AS has_link
FROM comments c WHERE c.deleted_at IS NULL AND c.subject_kind <> 'board_note';
