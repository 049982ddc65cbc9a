-- When a super administrator confirmed that a person of a sign-on provider is the administrator whose account they signed
-- in to first. Before that, the address alone does not let them in.
ALTER TABLE directory_people ADD COLUMN link_confirmed_at timestamptz;
