-- The name of the cycle to which tasks moved, as it was at the end: that cycle may be renamed or removed afterwards.
ALTER TABLE task_cycles ADD COLUMN moved_to_name text;
UPDATE task_cycles c SET moved_to_name = n.name FROM task_cycles n WHERE n.id = c.moved_to;
