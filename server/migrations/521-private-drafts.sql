-- A page that was never published is its author's alone until it is shared. Pages that are there already stay as they are.
ALTER TABLE articles ADD COLUMN is_shared boolean NOT NULL DEFAULT true;
