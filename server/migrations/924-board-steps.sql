-- What facilitators set for a workshop: the order in which frames are presented, and names of the phases.
ALTER TABLE boards
  ADD COLUMN frame_order uuid[] NOT NULL DEFAULT '{}',
  ADD COLUMN phase_names jsonb NOT NULL DEFAULT '{}';
