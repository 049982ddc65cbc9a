-- The steps that an erasure has done, by name: one for each table, so that a long erasure goes on where it was.
ALTER TABLE erasures ADD done_steps text[] NOT NULL DEFAULT '{}';
