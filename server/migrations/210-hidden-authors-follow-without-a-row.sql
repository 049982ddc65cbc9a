-- The hidden author of an idea followed it by a row, which counted them: a comment of theirs added no follower, and showed
-- that they wrote the idea. They follow without a row now, as hidden authors of questions do. Files would show them, too.
DELETE FROM followers f USING anonymous_authors a
WHERE f.subject_kind = a.subject_kind AND f.subject_id = a.subject_id AND f.person_id = a.author_id
  AND f.is_following AND f.reason = 'wrote';

UPDATE vote_subjects s SET version = version + 1, follower_count = (
  SELECT count(DISTINCT f.person_id) FROM followers f
  WHERE f.root_id = s.id AND f.subject_kind = s.kind AND f.is_following)
WHERE s.kind = 'idea' AND s.merged_into IS NULL AND EXISTS (
  SELECT FROM anonymous_authors a JOIN vote_subjects t ON t.id = a.subject_id AND t.kind = a.subject_kind
  WHERE a.subject_kind = 'idea' AND t.root_id = s.id);
