-- Views of one's own are told apart by their names, and the same one sent again is one.
ALTER TABLE task_views ADD COLUMN sent_hash bytea NOT NULL DEFAULT '';
ALTER TABLE task_views ALTER COLUMN sent_hash DROP DEFAULT;
CREATE UNIQUE INDEX task_views_name ON task_views (user_id, lower(name));

-- Some letters out of the middle of a title or a description, whatever their case, while somebody types them. Compared
-- byte by byte: to fold the case of every description anew for each letter takes several times as long, and a text of
-- fewer than three letters is looked for without the index.
ALTER TABLE tasks ADD COLUMN folded text COLLATE "C"
  GENERATED ALWAYS AS (lower(title) || E'\n' || lower(description)) STORED;
CREATE INDEX tasks_folded ON tasks USING gin (folded gin_trgm_ops);
