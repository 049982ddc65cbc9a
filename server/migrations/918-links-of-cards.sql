-- What a card links to: the kinds and IDs of things. Each reader is shown those that they may read.
ALTER TABLE cards ADD COLUMN links jsonb NOT NULL DEFAULT '[]';
CREATE INDEX cards_links ON cards USING gin (links jsonb_path_ops) WHERE links <> '[]';
