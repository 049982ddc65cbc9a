-- A hidden author follows unless they have stopped, so rows of those who stopped are looked up by their root, too.
DROP INDEX followers_root;
CREATE INDEX followers_root ON followers (root_id, subject_kind, person_id) INCLUDE (is_following);
