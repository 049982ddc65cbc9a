-- The text of a PDF has its pages apart now, so that a hit can open at one. What was read before is read once more; it can
-- be found until then.
UPDATE file_texts t SET state = 'due', tries = 0, due_at = now()
  FROM files f WHERE f.id = t.file_id AND t.state = 'read' AND f.mime_type = 'application/pdf';
