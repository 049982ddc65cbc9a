-- A conversion is an act of the administrator who started it, and keeps which cards the rules of their section left as
-- they were: [{"id": ..., "words": ...}].
ALTER TABLE card_conversions
  ADD COLUMN actor_id uuid REFERENCES profiles (id),
  ADD COLUMN refused jsonb NOT NULL DEFAULT '[]';
