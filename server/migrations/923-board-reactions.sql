-- Emoji with which people react to notes: one for each person and emoji. They are not votes, and not part of the canvas.
CREATE TABLE board_reactions (
  board_id uuid NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
  note_id uuid NOT NULL REFERENCES board_elements (id) ON DELETE CASCADE,
  emoji text NOT NULL,
  person_id uuid NOT NULL REFERENCES profiles (id),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (note_id, emoji, person_id)
);
CREATE INDEX board_reactions_of_board ON board_reactions (board_id);
CREATE INDEX board_reactions_person ON board_reactions (person_id);

-- Grows with each change of the reactions to a note: of two states, the one with the higher number is the newer.
ALTER TABLE board_elements ADD COLUMN reactions_version integer NOT NULL DEFAULT 0;
