-- The day on which work on a task is planned to start. It has no time, and counts in each person's time zone.
ALTER TABLE tasks ADD COLUMN starts_on date;
