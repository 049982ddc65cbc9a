-- A link says what it still has to move, so that nothing that arrives first can make it forget that.

ALTER TABLE git_links
  -- Not shown: a branch that was deleted, or a link that a person removed. A late delivery does not show it again.
  ADD COLUMN hidden text CHECK (hidden IN ('gone', 'removed')),
  -- The last commit of a branch, also of one that was deleted.
  ADD COLUMN head text,
  -- Whether its newest text names the task or card. One that does not moves nothing.
  ADD COLUMN is_named boolean NOT NULL DEFAULT true,
  -- Whether the pull request was known before it was merged.
  ADD COLUMN was_unmerged boolean NOT NULL DEFAULT true,
  -- The claimed move that is neither made nor needless yet, and since when.
  ADD COLUMN due_move text CHECK (due_move IN ('opened', 'merged')),
  ADD COLUMN due_at timestamptz;
CREATE INDEX git_links_due ON git_links (subject_id) WHERE due_move IS NOT NULL;
CREATE INDEX git_links_gone ON git_links (at) WHERE hidden = 'gone';
