-- A private question that was merged into another one brought its answers along, also for people who may not read them:
-- the count, and the accepted answer.
CREATE TEMPORARY TABLE private_merges ON COMMIT DROP AS
  SELECT DISTINCT tree.root_id AS id
  FROM vote_subjects tree JOIN questions part ON part.id = tree.id
  WHERE tree.kind = 'question' AND tree.merged_into IS NOT NULL AND part.is_private;

-- The answers that all readers of these questions may read.
CREATE TEMPORARY TABLE shared_answers ON COMMIT DROP AS
  SELECT root.id AS root_id, a.id, a.deleted_at IS NULL AND h.hidden_at IS NULL AS is_shown
  FROM questions root
  JOIN vote_subjects tree ON tree.kind = 'question'
    AND (tree.id = root.id OR (tree.root_id = root.id AND tree.merged_into IS NOT NULL))
  JOIN questions part ON part.id = tree.id
  JOIN question_answers a ON a.question_id = part.id
  JOIN vote_subjects h ON h.id = a.id AND h.kind = 'answer'
  WHERE root.id IN (SELECT id FROM private_merges)
    AND (part.id = root.id OR NOT part.is_private
      OR (root.is_private AND part.department_id = root.department_id));

UPDATE questions q SET chosen_answer_id = NULL, chosen_at = NULL
WHERE q.id IN (SELECT id FROM private_merges) AND q.chosen_answer_id IS NOT NULL
  AND NOT EXISTS (SELECT FROM shared_answers s WHERE s.root_id = q.id AND s.id = q.chosen_answer_id);

UPDATE questions q SET
  answer_count = (SELECT count(*) FROM shared_answers s WHERE s.root_id = q.id AND s.is_shown),
  accepted_answer_id = coalesce(q.chosen_answer_id, (
    SELECT o.chosen_answer_id FROM questions o
    JOIN vote_subjects tree ON tree.id = o.id AND tree.root_id = q.id AND tree.merged_into IS NOT NULL
    JOIN shared_answers s ON s.root_id = q.id AND s.id = o.chosen_answer_id
    ORDER BY o.chosen_at, o.id LIMIT 1))
WHERE q.id IN (SELECT id FROM private_merges);
