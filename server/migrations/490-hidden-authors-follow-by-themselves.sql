-- Whether a hidden author follows their thing was a row in `followers`, which what they do there under their name writes
-- too: after they stopped, a comment of theirs added no follower, and showed that its author wrote the thing. What they
-- chose as the author is now kept with the author.
ALTER TABLE anonymous_authors ADD COLUMN is_following boolean NOT NULL DEFAULT true;

UPDATE anonymous_authors a SET is_following = false
FROM vote_subjects s, followers f
WHERE s.id = a.subject_id AND s.kind = a.subject_kind
  AND f.root_id = s.root_id AND f.subject_kind = a.subject_kind AND f.person_id = a.author_id AND NOT f.is_following;
