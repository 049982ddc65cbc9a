-- Since when somebody is asked for an answer, and everyone who was: a question without an answer moves on to somebody else.
ALTER TABLE questions ADD COLUMN asked_at timestamptz(3);
CREATE INDEX questions_waiting ON questions (asked_at) WHERE asked_at IS NOT NULL AND answer_count = 0;

CREATE TABLE question_asked (
  question_id uuid NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  person_id uuid NOT NULL REFERENCES profiles (id),
  PRIMARY KEY (question_id, person_id)
);
CREATE INDEX question_asked_person ON question_asked (person_id);

CREATE FUNCTION question_asked_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.asked_at := CASE WHEN NEW.asked_id IS NULL THEN NULL ELSE now() END;
  RETURN NEW;
END $$;
CREATE FUNCTION note_who_was_asked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO question_asked (question_id, person_id) VALUES (NEW.id, NEW.asked_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER asked_since BEFORE INSERT OR UPDATE OF asked_id ON questions
  FOR EACH ROW EXECUTE FUNCTION question_asked_since();
CREATE TRIGGER note_who_was_asked AFTER INSERT OR UPDATE OF asked_id ON questions
  FOR EACH ROW WHEN (NEW.asked_id IS NOT NULL) EXECUTE FUNCTION note_who_was_asked();

-- Those who are asked now have a working day from now on.
UPDATE questions SET asked_id = asked_id WHERE asked_id IS NOT NULL;
