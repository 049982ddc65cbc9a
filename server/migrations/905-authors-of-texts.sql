-- Which people wrote a text, so that the erasure of one of them never deletes the words of another.
-- Everybody who wrote any of the draft that became a version. Null: unknown.
ALTER TABLE article_versions ADD editor_ids uuid[];
-- Others than the author have changed it, or may have: earlier changes are not known.
ALTER TABLE announcements ADD has_other_writers boolean NOT NULL DEFAULT false;
UPDATE announcements SET has_other_writers = true WHERE text_version > 1;
