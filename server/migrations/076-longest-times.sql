-- How long the longest time of an event is: what overlaps a range begins no earlier than that before it, so that of a
-- series only those times are looked at.
ALTER TABLE events ADD COLUMN longest interval NOT NULL DEFAULT '367 days';
UPDATE events e SET longest = o.longest
FROM (SELECT event_id, max(ends_at - starts_at) AS longest FROM event_occurrences GROUP BY event_id) o
WHERE o.event_id = e.id;
-- With all that lists and free/busy read of a time, so that they read the index alone.
CREATE INDEX event_occurrences_span ON event_occurrences (event_id, starts_at) INCLUDE (ends_at, occurrence, starts, ends);
DROP INDEX event_occurrences_time;
